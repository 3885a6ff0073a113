import Foundation

/// A cart of things.
@objc public final class Cart<T>: Base, Named where T: Item { //> def class Cart; doc A cart of things.
    static let max = 3 //> def constant Cart.max
    public private(set) var label: String = "" //> def property Cart.label
    var total: Int { return size } //> def property Cart.total
    let (x, y) = (1, 2)

    init(size: Int) { //> def constructor Cart.init
        let local = helper(size) //> none local; none helper
    }

    deinit {}

    // Adds an item.
    @discardableResult
    public static func add<U>(_ item: U, to other: Int) -> Int { //> def method Cart.add; doc Adds an item.
        func twice(_ n: Int) -> Int { 2 * n } //> def function Cart.add.twice
        return twice(max) //> none twice
    }

    subscript(index: Int) -> Int { index } //> def method Cart.subscript
    static func == (a: Cart, b: Cart) -> Bool { true } //> def method Cart.==

    enum Color: String { //> def enum Cart.Color
        case red, green = "g" //> def constant Cart.Color.red; def constant Cart.Color.green
        indirect case mixed(Color, Color) //> def constant Cart.Color.mixed
    }

    struct Point { var x = 0 } //> def struct Cart.Point; def property Cart.Point.x
    typealias Items = [T] //> def type Cart.Items
}

public protocol Named { //> def interface Named
    associatedtype Kind //> def type Named.Kind
    var name: String { get } //> def property Named.name
    func describe() -> String //> def method Named.describe
    init(name: String) //> def constructor Named.init
}

extension Cart: Comparable { //> def class Cart
    func shout() {} //> def method Cart.shout
}

actor Counter { var count = 0 } //> def class Counter; def property Counter.count

func helper(_ size: Int) -> Int { size } //> def function helper
let limit = 10 //> def constant limit
var current: Cart? //> def variable current
precedencegroup Power { higherThan: MultiplicationPrecedence }
infix operator **: Power

final class CartTests: XCTestCase { //> def class CartTests
    func testAdds() throws {} //> def method CartTests.testAdds; flag test CartTests.testAdds
    @Test("sums") func sums() {} //> flag test CartTests.sums
}
