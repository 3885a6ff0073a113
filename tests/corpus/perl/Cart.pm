package Shop::Cart; #> def module Shop::Cart
use strict;
use Shop::Item qw(price);
use constant LIMIT => 10; #> def constant LIMIT
use constant { LOW => 1, HIGH => 2 }; #> def constant LOW; def constant HIGH

our $VERSION = '1.0'; #> def variable VERSION
my $hidden = 1;

has name => (is => 'ro'); #> def property name

# Adds an item.
sub add { #> def function add; doc Adds an item.
    my ($self, $item) = @_; #> none item
    our $count = price($item); #> none price
}

=head2 total

Counts the prices.

=cut
sub total ($self, $rate = 1) { $self->add($rate) } #> def function total; doc total; none add

*plus = sub { 1 }; #> def function plus

package Shop::Line { #> def module Shop::Line
    sub text { 'x' } #> def function Shop::Line.text
}

subtest 'adds' => sub { ok add(1) }; #> def function adds; flag test adds; none add
1;
__END__
sub gone { 1 } #> none gone
