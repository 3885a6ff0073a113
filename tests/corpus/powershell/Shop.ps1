using module ./Named.psm1
. ./helpers.ps1

$script:Limit = 10 # > def variable Limit
$Current = 1 # > def variable Current

# Adds an item.
function Add-Item([int] $Item) { # > def function Add-Item; doc Adds an item.
    $twice = Get-Twice $Item # > none twice; none Get-Twice
    function Get-Local { 1 } # > def function Add-Item.Get-Local
    return $twice
}

function global:Get-Twice { # > def function Get-Twice
    param([int] $Number)
    2 * $Number
}

filter Select-Odd { $_ } # > def function Select-Odd

<#
A cart of things.
#>
class Cart : Base { # > def class Cart; doc A cart of things.
    [string] $Label # > def property Cart.Label
    static [int] $Max = 3 # > def property Cart.Max
    hidden $Count # > def property Cart.Count

    Cart([int] $size) { # > def constructor Cart.Cart
        $this.Count = $size
    }

    [int] Add([object] $item) { # > def method Cart.Add
        return 1
    }

    static [Cart] Build() { return $null } # > def method Cart.Build
}

enum Color { # > def enum Color
    Red # > def constant Color.Red
    Green = 2 # > def constant Color.Green
}

Describe "Cart" { # > def module Cart
    Context 'full' { # > def module Cart.full
        It "refuses an item" { # > def function Cart.full.refuses an item; flag test Cart.full.refuses an item
            $x | Should -Be 1
        }
    }
}
