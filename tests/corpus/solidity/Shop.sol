// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import "./Named.sol";

uint256 constant LIMIT = 10; //> def constant LIMIT
error Missing(uint256 id); //> def type Missing
type Price is uint256; //> def type Price
struct Top { uint256 id; } //> def struct Top; def field Top.id
function helper(uint256 size) pure returns (uint256) { return size; } //> def function helper

/// @title A cart of things.
contract Cart is Base, Named { //> def class Cart; doc @title A cart of things.
    using Math for uint256;
    uint256 public constant MAX = 3; //> def constant Cart.MAX
    address private immutable owner; //> def field Cart.owner
    mapping(address => uint256) public counts; //> def field Cart.counts
    event Added(address indexed who, uint256 count); //> def type Cart.Added
    error Full(); //> def type Cart.Full

    enum Color { Red, Green } //> def enum Cart.Color; def constant Cart.Color.Red; def constant Cart.Color.Green
    struct Line { uint256 count; address who; } //> def struct Cart.Line; def field Cart.Line.count; def field Cart.Line.who

    modifier onlyOwner() { _; } //> def method Cart.onlyOwner

    constructor(uint256 size) { //> def constructor Cart.constructor
        uint256 total = helper(size); //> none total; none helper
    }

    // Adds an item.
    function add(uint256 item) external payable onlyOwner returns (uint256) { //> def method Cart.add; doc Adds an item.
        return helper(item); //> none helper
    }

    receive() external payable {} //> def method Cart.receive
    fallback() external {} //> def method Cart.fallback
}

interface Named { function name() external view returns (string memory); } //> def interface Named; def method Named.name
library Math { function twice(uint256 n) internal pure returns (uint256) { return 2 * n; } } //> def class Math; def method Math.twice
abstract contract Base { function paint() public virtual; } //> def class Base; def method Base.paint

contract CartTest is Test { //> def class CartTest
    function testAdds() public {} //> def method CartTest.testAdds; flag test CartTest.testAdds
}
