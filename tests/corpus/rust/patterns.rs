// Names bound by patterns have the type of the part they match.

struct Leaf;
struct Pair {
    left: Leaf,
    right: Twig,
}
struct Twig;
struct Wrapper(Leaf, Twig);

impl Leaf {
    fn grow(&self) {}
}

impl Twig {
    fn grow(&self) {}
}

enum Node { //> def enum Node
    Empty, //> def constant Node.Empty
    One(Leaf), //> def constant Node.One
    Two(Leaf, Twig),
    Named { leaf: Leaf, twig: Twig },
}

use Node::Two;

fn matched(node: &Node) {
    match node {
        Node::Empty => {} //> ref Node.Empty
        Node::One(leaf) => leaf.grow(), //> call Leaf.grow typed; none Twig.grow
        Two(leaf, twig) if { leaf.grow(); true } => twig.grow(), //> call Leaf.grow; call Twig.grow
        Node::Two(..) => {}
        Node::Named { twig, .. } => twig.grow(), //> call Twig.grow typed; none Leaf.grow
    }
    let _ = Node::One(Leaf); //> ref Node.One; none Leaf.grow
}

fn conditions(node: Option<Node>, pair: Pair, wrapper: Wrapper, both: (Leaf, Twig)) {
    if let Some(Node::Named { leaf: found, twig: _ }) = &node {
        found.grow(); //> call Leaf.grow typed
    }
    while let Some(Node::One(ref leaf)) = node {
        leaf.grow(); //> call Leaf.grow typed
    }
    let Pair { left, right: other } = pair;
    left.grow(); //> call Leaf.grow typed; none Twig.grow
    other.grow(); //> call Twig.grow typed
    let Wrapper(_, twig) = wrapper;
    twig.grow(); //> call Twig.grow typed
    let (a, b) = both;
    a.grow(); //> call Leaf.grow typed
    b.grow(); //> call Twig.grow typed
    let Some(whole @ Node::One(inner)) = node else {
        return;
    };
    inner.grow(); //> call Leaf.grow typed
}

fn both_ways(node: Node) {
    let (Node::One(leaf) | Node::Two(leaf, _)) = node else { return };
    leaf.grow(); //> call Leaf.grow typed
}

struct Amount;

impl Amount {
    fn is_zero(&self) -> bool {
        true
    }
}

enum Value {
    Amount(Amount),
    Text(String),
}

fn variant_named_like_its_data(value: Value) {
    match value {
        Value::Amount(n) => n.is_zero(), //> call Amount.is_zero typed
        Value::Text(text) => text.is_empty(), //> none is_zero
    };
}
