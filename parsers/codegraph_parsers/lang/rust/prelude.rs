// What Rust code can name without importing it, and the parts of the standard library that carry values through it.
// Items outside any module stand for every path to them in std, core and alloc; modules hold what would clash.

pub trait Clone { fn clone(&self) -> Self; fn clone_from(&mut self, source: &Self); }
pub trait Copy: Clone {}
pub trait Debug { fn fmt(&self, f: &mut Formatter) -> Result<()>; }
pub trait Display { fn fmt(&self, f: &mut Formatter) -> Result<()>; }
pub trait ToString { fn to_string(&self) -> String; }
impl<T: Display> ToString for T {}
pub trait ToOwned { fn to_owned(&self) -> Self; }
pub trait Default { fn default() -> Self; }
pub trait PartialEq { fn eq(&self, other: &Self) -> bool; fn ne(&self, other: &Self) -> bool; }
pub trait Eq: PartialEq {}
pub trait PartialOrd { fn partial_cmp(&self, other: &Self) -> Option<Ordering>; fn lt(&self, other: &Self) -> bool; fn le(&self, other: &Self) -> bool; fn gt(&self, other: &Self) -> bool; fn ge(&self, other: &Self) -> bool; }
pub trait Ord: PartialOrd { fn cmp(&self, other: &Self) -> Ordering; fn max(self, other: Self) -> Self; fn min(self, other: Self) -> Self; fn clamp(self, low: Self, high: Self) -> Self; }
pub trait Hash { fn hash<H>(&self, state: &mut H); }
pub trait Hasher { fn finish(&self) -> u64; }
pub trait Drop { fn drop(&mut self); }
pub trait Any { fn type_id(&self) -> TypeId; }
pub trait Error { fn source(&self) -> Option<Box<dyn Error>>; fn description(&self) -> &str; }
pub trait Send {}
pub trait Sync {}
pub trait Sized {}
pub trait Unpin {}
pub trait From<T> { fn from(value: T) -> Self; }
pub trait Into<T> { fn into(self) -> T; }
pub trait TryFrom<T> { fn try_from(value: T) -> Result<Self>; }
pub trait TryInto<T> { fn try_into(self) -> Result<T>; }
pub trait AsRef<T> { fn as_ref(&self) -> &T; }
pub trait AsMut<T> { fn as_mut(&mut self) -> &mut T; }
pub trait Borrow<T> { fn borrow(&self) -> &T; }
pub trait BorrowMut<T> { fn borrow_mut(&mut self) -> &mut T; }
pub trait Deref { type Target; fn deref(&self) -> &Self::Target; }
pub trait DerefMut: Deref { fn deref_mut(&mut self) -> &mut Self::Target; }
pub trait Index<K> { type Output; fn index(&self, key: K) -> &Self::Output; }
pub trait IndexMut<K>: Index<K> { fn index_mut(&mut self, key: K) -> &mut Self::Output; }
pub trait Add<R> { type Output; fn add(self, other: R) -> Self::Output; }
pub trait Sub<R> { type Output; fn sub(self, other: R) -> Self::Output; }
pub trait Mul<R> { type Output; fn mul(self, other: R) -> Self::Output; }
pub trait Div<R> { type Output; fn div(self, other: R) -> Self::Output; }
pub trait Rem<R> { type Output; fn rem(self, other: R) -> Self::Output; }
pub trait Neg { type Output; fn neg(self) -> Self::Output; }
pub trait Not { type Output; fn not(self) -> Self::Output; }
pub trait FromStr { type Err; fn from_str(text: &str) -> Result<Self, Self::Err>; }
pub trait FromIterator<A> { fn from_iter<I>(items: I) -> Self; }
pub trait Extend<A> { fn extend<I>(&mut self, items: I); }
pub trait Future { type Output; fn __await(self) -> Self::Output; }
pub trait Read { fn read(&mut self, buffer: &mut [u8]) -> std_io::Result<usize>; fn read_to_end(&mut self, buffer: &mut Vec<u8>) -> std_io::Result<usize>; fn read_to_string(&mut self, buffer: &mut String) -> std_io::Result<usize>; fn read_exact(&mut self, buffer: &mut [u8]) -> std_io::Result<()>; fn by_ref(&mut self) -> &mut Self; fn bytes(self) -> Iterator<std_io::Result<u8>>; }
pub trait Write { fn write_all(&mut self, bytes: &[u8]) -> std_io::Result<()>; fn flush(&mut self) -> std_io::Result<()>; fn write_fmt(&mut self, args: Arguments) -> std_io::Result<()>; fn write_str(&mut self, text: &str) -> Result<()>; fn write_char(&mut self, c: char) -> Result<()>; fn by_ref(&mut self) -> &mut Self; }
pub trait BufRead: Read { fn lines(self) -> Iterator<std_io::Result<String>>; fn read_line(&mut self, line: &mut String) -> std_io::Result<usize>; fn read_until(&mut self, end: u8, buffer: &mut Vec<u8>) -> std_io::Result<usize>; fn fill_buf(&mut self) -> std_io::Result<&[u8]>; fn consume(&mut self, count: usize); }
pub trait Seek { fn seek(&mut self, to: SeekFrom) -> std_io::Result<u64>; }

pub struct Formatter;
impl Formatter {
    pub fn write_str(&mut self, text: &str) -> Result<()>;
    pub fn write_fmt(&mut self, args: Arguments) -> Result<()>;
    pub fn write_char(&mut self, c: char) -> Result<()>;
    pub fn debug_struct(&mut self, name: &str) -> DebugBuilder;
    pub fn debug_tuple(&mut self, name: &str) -> DebugBuilder;
    pub fn debug_list(&mut self) -> DebugBuilder;
    pub fn debug_set(&mut self) -> DebugBuilder;
    pub fn debug_map(&mut self) -> DebugBuilder;
    pub fn alternate(&self) -> bool;
    pub fn pad(&mut self, text: &str) -> Result<()>;
}
pub struct DebugBuilder;
impl DebugBuilder {
    pub fn field(&mut self, name: &str, value: &dyn Debug) -> &mut Self;
    pub fn entry(&mut self, key: &dyn Debug, value: &dyn Debug) -> &mut Self;
    pub fn entries<I>(&mut self, items: I) -> &mut Self;
    pub fn key(&mut self, key: &dyn Debug) -> &mut Self;
    pub fn value(&mut self, value: &dyn Debug) -> &mut Self;
    pub fn finish(&mut self) -> Result<()>;
    pub fn finish_non_exhaustive(&mut self) -> Result<()>;
}
pub struct Arguments;
pub struct TypeId;
pub struct SeekFrom;
pub struct Layout;
pub struct PhantomData<T>;

pub enum Ordering { Less, Equal, Greater }
impl Ordering {
    pub fn reverse(self) -> Ordering;
    pub fn then(self, other: Ordering) -> Ordering;
    pub fn then_with<F: FnOnce() -> Ordering>(self, f: F) -> Ordering;
    pub fn is_eq(self) -> bool;
    pub fn is_ne(self) -> bool;
    pub fn is_lt(self) -> bool;
    pub fn is_gt(self) -> bool;
    pub fn is_le(self) -> bool;
    pub fn is_ge(self) -> bool;
}

#[derive(Clone)]
pub enum Option<T> { None, Some(T) }
impl<T> Option<T> {
    pub fn __try(self) -> T;
    pub fn is_some(&self) -> bool;
    pub fn is_none(&self) -> bool;
    pub fn is_some_and<F: FnOnce(T) -> bool>(self, f: F) -> bool;
    pub fn is_none_or<F: FnOnce(T) -> bool>(self, f: F) -> bool;
    pub fn as_ref(&self) -> Option<T>;
    pub fn as_mut(&mut self) -> Option<T>;
    pub fn as_deref(&self) -> Option<T>;
    pub fn as_deref_mut(&mut self) -> Option<T>;
    pub fn as_pin_ref(self: Pin<&Self>) -> Option<Pin<T>>;
    pub fn as_pin_mut(self: Pin<&mut Self>) -> Option<Pin<T>>;
    pub fn as_slice(&self) -> &[T];
    pub fn expect(self, message: &str) -> T;
    pub fn unwrap(self) -> T;
    pub fn unwrap_or(self, other: T) -> T;
    pub fn unwrap_or_else<F: FnOnce() -> T>(self, f: F) -> T;
    pub fn unwrap_or_default(self) -> T;
    pub fn unwrap_unchecked(self) -> T;
    pub fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Option<U>;
    pub fn inspect<F: FnOnce(T)>(self, f: F) -> Option<T>;
    pub fn map_or<U, F: FnOnce(T) -> U>(self, other: U, f: F) -> U;
    pub fn map_or_else<U, D: FnOnce() -> U, F: FnOnce(T) -> U>(self, other: D, f: F) -> U;
    pub fn ok_or<E>(self, error: E) -> Result<T, E>;
    pub fn ok_or_else<E, F: FnOnce() -> E>(self, f: F) -> Result<T, E>;
    pub fn iter(&self) -> Iterator<T>;
    pub fn iter_mut(&mut self) -> Iterator<T>;
    pub fn into_iter(self) -> Iterator<T>;
    pub fn and<U>(self, other: Option<U>) -> Option<U>;
    pub fn and_then<U, F: FnOnce(T) -> Option<U>>(self, f: F) -> Option<U>;
    pub fn filter<P: FnOnce(&T) -> bool>(self, predicate: P) -> Option<T>;
    pub fn or(self, other: Option<T>) -> Option<T>;
    pub fn or_else<F: FnOnce() -> Option<T>>(self, f: F) -> Option<T>;
    pub fn xor(self, other: Option<T>) -> Option<T>;
    pub fn insert(&mut self, value: T) -> &mut T;
    pub fn get_or_insert(&mut self, value: T) -> &mut T;
    pub fn get_or_insert_with<F: FnOnce() -> T>(&mut self, f: F) -> &mut T;
    pub fn take(&mut self) -> Option<T>;
    pub fn take_if<P: FnOnce(&mut T) -> bool>(&mut self, predicate: P) -> Option<T>;
    pub fn replace(&mut self, value: T) -> Option<T>;
    pub fn zip<U>(self, other: Option<U>) -> Option<(T, U)>;
    pub fn copied(self) -> Option<T>;
    pub fn cloned(self) -> Option<T>;
    pub fn flatten(self) -> T;
    pub fn transpose(self) -> Result<Option<T>>;
    pub fn clone(&self) -> Option<T>;
}

pub enum Result<T, E> { Ok(T), Err(E) }
impl<T, E> Result<T, E> {
    pub fn __try(self) -> T;
    pub fn is_ok(&self) -> bool;
    pub fn is_err(&self) -> bool;
    pub fn is_ok_and<F: FnOnce(T) -> bool>(self, f: F) -> bool;
    pub fn is_err_and<F: FnOnce(E) -> bool>(self, f: F) -> bool;
    pub fn ok(self) -> Option<T>;
    pub fn err(self) -> Option<E>;
    pub fn as_ref(&self) -> Result<T, E>;
    pub fn as_mut(&mut self) -> Result<T, E>;
    pub fn as_deref(&self) -> Result<T, E>;
    pub fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Result<U, E>;
    pub fn map_or<U, F: FnOnce(T) -> U>(self, other: U, f: F) -> U;
    pub fn map_or_else<U, D: FnOnce(E) -> U, F: FnOnce(T) -> U>(self, other: D, f: F) -> U;
    pub fn map_err<O, F: FnOnce(E) -> O>(self, f: F) -> Result<T, O>;
    pub fn inspect<F: FnOnce(T)>(self, f: F) -> Result<T, E>;
    pub fn inspect_err<F: FnOnce(E)>(self, f: F) -> Result<T, E>;
    pub fn iter(&self) -> Iterator<T>;
    pub fn into_iter(self) -> Iterator<T>;
    pub fn expect(self, message: &str) -> T;
    pub fn unwrap(self) -> T;
    pub fn unwrap_or(self, other: T) -> T;
    pub fn unwrap_or_else<F: FnOnce(E) -> T>(self, f: F) -> T;
    pub fn unwrap_or_default(self) -> T;
    pub fn unwrap_err(self) -> E;
    pub fn expect_err(self, message: &str) -> E;
    pub fn and<U>(self, other: Result<U, E>) -> Result<U, E>;
    pub fn and_then<U, F: FnOnce(T) -> Result<U, E>>(self, f: F) -> Result<U, E>;
    pub fn or<F>(self, other: Result<T, F>) -> Result<T, F>;
    pub fn or_else<O, F: FnOnce(E) -> Result<T, O>>(self, f: F) -> Result<T, O>;
    pub fn copied(self) -> Result<T, E>;
    pub fn cloned(self) -> Result<T, E>;
    pub fn flatten(self) -> T;
    pub fn transpose(self) -> Option<Result<T, E>>;
    pub fn clone(&self) -> Result<T, E>;
}
pub use crate::Option::{None, Some};
pub use crate::Result::{Err, Ok};

pub trait IntoIterator { type IntoIter; type Item; fn into_iter(self) -> Self::IntoIter; }
pub trait Iterator {
    type Item;
    fn next(&mut self) -> Option<Self::Item>;
    fn clone(&self) -> Self;
    fn into_iter(self) -> Iterator<Self::Item>;
    fn size_hint(&self) -> (usize, Option<usize>);
    fn count(self) -> usize;
    fn last(self) -> Option<Self::Item>;
    fn nth(&mut self, n: usize) -> Option<Self::Item>;
    fn step_by(self, step: usize) -> Iterator<Self::Item>;
    fn chain<U>(self, other: U) -> Iterator<Self::Item>;
    fn zip<B>(self, other: Iterator<B>) -> Iterator<(Self::Item, B)>;
    fn map<B, F: FnMut(Self::Item) -> B>(self, f: F) -> Iterator<B>;
    fn for_each<F: FnMut(Self::Item)>(self, f: F);
    fn filter<P: FnMut(&Self::Item) -> bool>(self, predicate: P) -> Iterator<Self::Item>;
    fn filter_map<B, F: FnMut(Self::Item) -> Option<B>>(self, f: F) -> Iterator<B>;
    fn enumerate(self) -> Iterator<(usize, Self::Item)>;
    fn peekable(self) -> Peekable<Self::Item>;
    fn skip_while<P: FnMut(&Self::Item) -> bool>(self, predicate: P) -> Iterator<Self::Item>;
    fn take_while<P: FnMut(&Self::Item) -> bool>(self, predicate: P) -> Iterator<Self::Item>;
    fn map_while<B, P: FnMut(Self::Item) -> Option<B>>(self, predicate: P) -> Iterator<B>;
    fn skip(self, n: usize) -> Iterator<Self::Item>;
    fn take(self, n: usize) -> Iterator<Self::Item>;
    fn scan<S, B, F: FnMut(&mut S, Self::Item) -> Option<B>>(self, state: S, f: F) -> Iterator<B>;
    fn flat_map<U, F: FnMut(Self::Item) -> Iterator<U>>(self, f: F) -> Iterator<U>;
    fn flatten(self) -> Iterator<Self::Item>;
    fn fuse(self) -> Iterator<Self::Item>;
    fn inspect<F: FnMut(&Self::Item)>(self, f: F) -> Iterator<Self::Item>;
    fn by_ref(&mut self) -> &mut Self;
    fn collect<B>(self) -> B;
    fn partition<B, F: FnMut(&Self::Item) -> bool>(self, f: F) -> (B, B);
    fn try_fold<B, F: FnMut(B, Self::Item) -> B, R>(&mut self, init: B, f: F) -> R;
    fn try_for_each<F: FnMut(Self::Item) -> R, R>(&mut self, f: F) -> R;
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, f: F) -> B;
    fn reduce<F: FnMut(Self::Item, Self::Item) -> Self::Item>(self, f: F) -> Option<Self::Item>;
    fn all<F: FnMut(Self::Item) -> bool>(&mut self, f: F) -> bool;
    fn any<F: FnMut(Self::Item) -> bool>(&mut self, f: F) -> bool;
    fn find<P: FnMut(&Self::Item) -> bool>(&mut self, predicate: P) -> Option<Self::Item>;
    fn find_map<B, F: FnMut(Self::Item) -> Option<B>>(&mut self, f: F) -> Option<B>;
    fn position<P: FnMut(Self::Item) -> bool>(&mut self, predicate: P) -> Option<usize>;
    fn rposition<P: FnMut(Self::Item) -> bool>(&mut self, predicate: P) -> Option<usize>;
    fn max(self) -> Option<Self::Item>;
    fn min(self) -> Option<Self::Item>;
    fn max_by_key<B, F: FnMut(&Self::Item) -> B>(self, f: F) -> Option<Self::Item>;
    fn max_by<F: FnMut(&Self::Item, &Self::Item) -> Ordering>(self, f: F) -> Option<Self::Item>;
    fn min_by_key<B, F: FnMut(&Self::Item) -> B>(self, f: F) -> Option<Self::Item>;
    fn min_by<F: FnMut(&Self::Item, &Self::Item) -> Ordering>(self, f: F) -> Option<Self::Item>;
    fn rev(self) -> Iterator<Self::Item>;
    fn next_back(&mut self) -> Option<Self::Item>;
    fn nth_back(&mut self, n: usize) -> Option<Self::Item>;
    fn rfind<P: FnMut(&Self::Item) -> bool>(&mut self, predicate: P) -> Option<Self::Item>;
    fn unzip<A, B>(self) -> (A, B);
    fn copied(self) -> Iterator<Self::Item>;
    fn cloned(self) -> Iterator<Self::Item>;
    fn cycle(self) -> Iterator<Self::Item>;
    fn sum(self) -> Self::Item;
    fn product(self) -> Self::Item;
    fn len(&self) -> usize;
    fn eq<I>(self, other: I) -> bool;
    fn cmp<I>(self, other: I) -> Ordering;
    fn is_empty(&self) -> bool;
    fn as_str(&self) -> &str;
    fn as_slice(&self) -> &[Self::Item];
}
pub trait DoubleEndedIterator: Iterator { fn rev(self) -> Self; }
pub trait ExactSizeIterator: Iterator {}
pub trait FusedIterator: Iterator {}
pub struct Peekable<T>;
impl<T> Iterator for Peekable<T> { type Item = T; }
impl<T> Peekable<T> {
    pub fn peek(&mut self) -> Option<T>;
    pub fn peek_mut(&mut self) -> Option<T>;
    pub fn next_if<F: FnOnce(&T) -> bool>(&mut self, f: F) -> Option<T>;
    pub fn next_if_eq(&mut self, value: &T) -> Option<T>;
}
pub struct Range<T> { pub start: T, pub end: T }
impl<T> Iterator for Range<T> { type Item = T; }
impl<T> Range<T> {
    pub fn contains(&self, item: &T) -> bool;
    pub fn start(&self) -> &T;
    pub fn end(&self) -> &T;
    pub fn is_empty(&self) -> bool;
}
pub struct RangeInclusive<T>;
impl<T> Iterator for RangeInclusive<T> { type Item = T; }
impl<T> RangeInclusive<T> { pub fn new(start: T, end: T) -> RangeInclusive<T>; pub fn start(&self) -> &T; pub fn end(&self) -> &T; pub fn contains(&self, item: &T) -> bool; }

pub struct __Slice<T>;
impl<T> __Slice<T> {
    pub fn par_iter(&self) -> Iterator<T>;
    pub fn par_iter_mut(&mut self) -> Iterator<T>;
    pub fn par_chunks(&self, size: usize) -> Iterator<&[T]>;
    pub fn into_iter(self) -> Iterator<T>;
    pub fn iter(&self) -> Iterator<T>;
    pub fn iter_mut(&mut self) -> Iterator<T>;
    pub fn len(&self) -> usize;
    pub fn is_empty(&self) -> bool;
    pub fn first(&self) -> Option<T>;
    pub fn first_mut(&mut self) -> Option<T>;
    pub fn last(&self) -> Option<T>;
    pub fn last_mut(&mut self) -> Option<T>;
    pub fn split_first(&self) -> Option<(T, [T])>;
    pub fn split_last(&self) -> Option<(T, [T])>;
    pub fn get(&self, index: usize) -> Option<T>;
    pub fn get_mut(&mut self, index: usize) -> Option<T>;
    pub fn get_unchecked(&self, index: usize) -> &T;
    pub fn get_unchecked_mut(&mut self, index: usize) -> &mut T;
    pub fn index(&self, index: usize) -> &T;
    pub fn swap(&mut self, a: usize, b: usize);
    pub fn reverse(&mut self);
    pub fn windows(&self, size: usize) -> Iterator<[T]>;
    pub fn chunks(&self, size: usize) -> Iterator<[T]>;
    pub fn chunks_mut(&mut self, size: usize) -> Iterator<[T]>;
    pub fn chunks_exact(&self, size: usize) -> Iterator<[T]>;
    pub fn split_at(&self, at: usize) -> ([T], [T]);
    pub fn split_at_mut(&mut self, at: usize) -> ([T], [T]);
    pub fn split<F: FnMut(&T) -> bool>(&self, f: F) -> Iterator<[T]>;
    pub fn contains(&self, item: &T) -> bool;
    pub fn starts_with(&self, prefix: &[T]) -> bool;
    pub fn ends_with(&self, suffix: &[T]) -> bool;
    pub fn binary_search(&self, item: &T) -> Result<usize, usize>;
    pub fn binary_search_by<F: FnMut(&T) -> Ordering>(&self, f: F) -> Result<usize, usize>;
    pub fn binary_search_by_key<B, F: FnMut(&T) -> B>(&self, key: &B, f: F) -> Result<usize, usize>;
    pub fn partition_point<F: FnMut(&T) -> bool>(&self, f: F) -> usize;
    pub fn sort(&mut self);
    pub fn sort_by<F: FnMut(&T, &T) -> Ordering>(&mut self, f: F);
    pub fn sort_by_key<B, F: FnMut(&T) -> B>(&mut self, f: F);
    pub fn sort_unstable(&mut self);
    pub fn sort_unstable_by<F: FnMut(&T, &T) -> Ordering>(&mut self, f: F);
    pub fn sort_unstable_by_key<B, F: FnMut(&T) -> B>(&mut self, f: F);
    pub fn concat(&self) -> T;
    pub fn join(&self, separator: &str) -> String;
    pub fn fill(&mut self, value: T);
    pub fn copy_from_slice(&mut self, other: &[T]);
    pub fn clone_from_slice(&mut self, other: &[T]);
    pub fn copy_within<R>(&mut self, range: R, to: usize);
    pub fn rotate_left(&mut self, by: usize);
    pub fn to_vec(&self) -> Vec<T>;
    pub fn into_vec(self) -> Vec<T>;
    pub fn to_owned(&self) -> Vec<T>;
    pub fn repeat(&self, n: usize) -> Vec<T>;
    pub fn as_ptr(&self) -> &T;
    pub fn as_slice(&self) -> &[T];
    pub fn as_ref(&self) -> &[T];
    pub fn as_bytes(&self) -> &[T];
    pub fn map<U, F: FnMut(T) -> U>(self, f: F) -> [U];
    pub fn clone(&self) -> [T];
}

pub struct Vec<T>;
impl<T> Vec<T> {
    pub fn into_par_iter(self) -> Iterator<T>;
    pub fn new() -> Vec<T>;
    pub fn with_capacity(capacity: usize) -> Vec<T>;
    pub fn from<I>(items: I) -> Vec<T>;
    pub fn deref(&self) -> &[T];
    pub fn into_iter(self) -> Iterator<T>;
    pub fn index(&self, index: usize) -> &T;
    pub fn push(&mut self, value: T);
    pub fn pop(&mut self) -> Option<T>;
    pub fn pop_if<F: FnOnce(&mut T) -> bool>(&mut self, f: F) -> Option<T>;
    pub fn insert(&mut self, at: usize, value: T);
    pub fn remove(&mut self, at: usize) -> T;
    pub fn swap_remove(&mut self, at: usize) -> T;
    pub fn retain<F: FnMut(&T) -> bool>(&mut self, f: F);
    pub fn retain_mut<F: FnMut(&mut T) -> bool>(&mut self, f: F);
    pub fn dedup(&mut self);
    pub fn dedup_by<F: FnMut(&mut T, &mut T) -> bool>(&mut self, f: F);
    pub fn dedup_by_key<K, F: FnMut(&mut T) -> K>(&mut self, f: F);
    pub fn append(&mut self, other: &mut Vec<T>);
    pub fn drain<R>(&mut self, range: R) -> Iterator<T>;
    pub fn splice<R, I>(&mut self, range: R, items: I) -> Iterator<T>;
    pub fn split_off(&mut self, at: usize) -> Vec<T>;
    pub fn truncate(&mut self, length: usize);
    pub fn resize(&mut self, length: usize, value: T);
    pub fn resize_with<F: FnMut() -> T>(&mut self, length: usize, f: F);
    pub fn extend<I>(&mut self, items: I);
    pub fn extend_from_slice(&mut self, items: &[T]);
    pub fn reserve(&mut self, count: usize);
    pub fn shrink_to_fit(&mut self);
    pub fn reserve_exact(&mut self, count: usize);
    pub fn shrink_to(&mut self, count: usize);
    pub fn capacity(&self) -> usize;
    pub fn len(&self) -> usize;
    pub fn is_empty(&self) -> bool;
    pub fn clear(&mut self);
    pub fn as_slice(&self) -> &[T];
    pub fn as_mut_slice(&mut self) -> &mut [T];
    pub fn into_boxed_slice(self) -> Box<[T]>;
    pub fn leak(self) -> &mut [T];
    pub fn clone(&self) -> Vec<T>;
    pub fn default() -> Vec<T>;
}
pub struct VecDeque<T>;
impl<T> VecDeque<T> {
    pub fn new() -> VecDeque<T>;
    pub fn with_capacity(capacity: usize) -> VecDeque<T>;
    pub fn from<I>(items: I) -> VecDeque<T>;
    pub fn into_iter(self) -> Iterator<T>;
    pub fn iter(&self) -> Iterator<T>;
    pub fn iter_mut(&mut self) -> Iterator<T>;
    pub fn index(&self, index: usize) -> &T;
    pub fn get(&self, index: usize) -> Option<T>;
    pub fn get_mut(&mut self, index: usize) -> Option<T>;
    pub fn front(&self) -> Option<T>;
    pub fn front_mut(&mut self) -> Option<T>;
    pub fn back(&self) -> Option<T>;
    pub fn back_mut(&mut self) -> Option<T>;
    pub fn push_back(&mut self, value: T);
    pub fn push_front(&mut self, value: T);
    pub fn pop_back(&mut self) -> Option<T>;
    pub fn pop_front(&mut self) -> Option<T>;
    pub fn remove(&mut self, at: usize) -> Option<T>;
    pub fn drain<R>(&mut self, range: R) -> Iterator<T>;
    pub fn len(&self) -> usize;
    pub fn is_empty(&self) -> bool;
    pub fn clear(&mut self);
    pub fn extend<I>(&mut self, items: I);
    pub fn clone(&self) -> VecDeque<T>;
    pub fn default() -> VecDeque<T>;
}
pub struct BinaryHeap<T>;
impl<T> BinaryHeap<T> {
    pub fn new() -> BinaryHeap<T>;
    pub fn with_capacity(capacity: usize) -> BinaryHeap<T>;
    pub fn push(&mut self, value: T);
    pub fn pop(&mut self) -> Option<T>;
    pub fn peek(&self) -> Option<T>;
    pub fn into_iter(self) -> Iterator<T>;
    pub fn iter(&self) -> Iterator<T>;
    pub fn into_sorted_vec(self) -> Vec<T>;
    pub fn len(&self) -> usize;
    pub fn is_empty(&self) -> bool;
    pub fn clear(&mut self);
}
pub struct HashSet<T>;
impl<T> HashSet<T> {
    pub fn new() -> HashSet<T>;
    pub fn with_capacity(capacity: usize) -> HashSet<T>;
    pub fn from<I>(items: I) -> HashSet<T>;
    pub fn into_iter(self) -> Iterator<T>;
    pub fn iter(&self) -> Iterator<T>;
    pub fn insert(&mut self, value: T) -> bool;
    pub fn replace(&mut self, value: T) -> Option<T>;
    pub fn remove<Q>(&mut self, value: &Q) -> bool;
    pub fn take<Q>(&mut self, value: &Q) -> Option<T>;
    pub fn get<Q>(&self, value: &Q) -> Option<T>;
    pub fn contains<Q>(&self, value: &Q) -> bool;
    pub fn drain(&mut self) -> Iterator<T>;
    pub fn retain<F: FnMut(&T) -> bool>(&mut self, f: F);
    pub fn union(&self, other: &HashSet<T>) -> Iterator<T>;
    pub fn intersection(&self, other: &HashSet<T>) -> Iterator<T>;
    pub fn difference(&self, other: &HashSet<T>) -> Iterator<T>;
    pub fn is_subset(&self, other: &HashSet<T>) -> bool;
    pub fn is_disjoint(&self, other: &HashSet<T>) -> bool;
    pub fn len(&self) -> usize;
    pub fn is_empty(&self) -> bool;
    pub fn clear(&mut self);
    pub fn extend<I>(&mut self, items: I);
    pub fn first(&self) -> Option<T>;
    pub fn last(&self) -> Option<T>;
    pub fn pop_first(&mut self) -> Option<T>;
    pub fn pop_last(&mut self) -> Option<T>;
    pub fn range<R>(&self, range: R) -> Iterator<T>;
    pub fn clone(&self) -> HashSet<T>;
    pub fn default() -> HashSet<T>;
}
pub type BTreeSet<T> = HashSet<T>;
pub struct HashMap<K, V>;
impl<K, V> HashMap<K, V> {
    pub fn new() -> HashMap<K, V>;
    pub fn with_capacity(capacity: usize) -> HashMap<K, V>;
    pub fn from<I>(items: I) -> HashMap<K, V>;
    pub fn into_iter(self) -> Iterator<(K, V)>;
    pub fn iter(&self) -> Iterator<(K, V)>;
    pub fn iter_mut(&mut self) -> Iterator<(K, V)>;
    pub fn keys(&self) -> Iterator<K>;
    pub fn into_keys(self) -> Iterator<K>;
    pub fn values(&self) -> Iterator<V>;
    pub fn values_mut(&mut self) -> Iterator<V>;
    pub fn into_values(self) -> Iterator<V>;
    pub fn index<Q>(&self, key: &Q) -> &V;
    pub fn get<Q>(&self, key: &Q) -> Option<V>;
    pub fn get_mut<Q>(&mut self, key: &Q) -> Option<V>;
    pub fn get_key_value<Q>(&self, key: &Q) -> Option<(K, V)>;
    pub fn contains_key<Q>(&self, key: &Q) -> bool;
    pub fn insert(&mut self, key: K, value: V) -> Option<V>;
    pub fn remove<Q>(&mut self, key: &Q) -> Option<V>;
    pub fn remove_entry<Q>(&mut self, key: &Q) -> Option<(K, V)>;
    pub fn entry(&mut self, key: K) -> Entry<K, V>;
    pub fn drain(&mut self) -> Iterator<(K, V)>;
    pub fn retain<F: FnMut(&K, &mut V) -> bool>(&mut self, f: F);
    pub fn extend<I>(&mut self, items: I);
    pub fn len(&self) -> usize;
    pub fn is_empty(&self) -> bool;
    pub fn clear(&mut self);
    pub fn first_key_value(&self) -> Option<(K, V)>;
    pub fn last_key_value(&self) -> Option<(K, V)>;
    pub fn pop_first(&mut self) -> Option<(K, V)>;
    pub fn pop_last(&mut self) -> Option<(K, V)>;
    pub fn range<R>(&self, range: R) -> Iterator<(K, V)>;
    pub fn range_mut<R>(&mut self, range: R) -> Iterator<(K, V)>;
    pub fn clone(&self) -> HashMap<K, V>;
    pub fn default() -> HashMap<K, V>;
}
pub type BTreeMap<K, V> = HashMap<K, V>;
pub enum Entry<K, V> { Occupied(OccupiedEntry<K, V>), Vacant(VacantEntry<K, V>) }
impl<K, V> Entry<K, V> {
    pub fn or_insert(self, value: V) -> &mut V;
    pub fn or_insert_with<F: FnOnce() -> V>(self, f: F) -> &mut V;
    pub fn or_default(self) -> &mut V;
    pub fn key(&self) -> &K;
    pub fn and_modify<F: FnOnce(&mut V)>(self, f: F) -> Entry<K, V>;
}
pub struct OccupiedEntry<K, V>;
impl<K, V> OccupiedEntry<K, V> {
    pub fn get(&self) -> &V;
    pub fn get_mut(&mut self) -> &mut V;
    pub fn into_mut(self) -> &mut V;
    pub fn insert(&mut self, value: V) -> V;
    pub fn remove(self) -> V;
    pub fn key(&self) -> &K;
}
pub struct VacantEntry<K, V>;
impl<K, V> VacantEntry<K, V> { pub fn insert(self, value: V) -> &mut V; pub fn key(&self) -> &K; }

pub struct Box<T>;
impl<T> Box<T> {
    pub fn new(value: T) -> Box<T>;
    pub fn pin(value: T) -> Pin<Box<T>>;
    pub fn from(value: T) -> Box<T>;
    pub fn deref(&self) -> &T;
    pub fn as_ref(&self) -> &T;
    pub fn as_mut(&mut self) -> &mut T;
    pub fn leak(value: Box<T>) -> &mut T;
    pub fn into_raw(value: Box<T>) -> &mut T;
    pub fn from_raw(value: &mut T) -> Box<T>;
    pub fn into_pin(value: Box<T>) -> Pin<Box<T>>;
    pub fn clone(&self) -> Box<T>;
    pub fn default() -> Box<T>;
}
pub struct Rc<T>;
impl<T> Rc<T> {
    pub fn new(value: T) -> Rc<T>;
    pub fn from(value: T) -> Rc<T>;
    pub fn deref(&self) -> &T;
    pub fn as_ref(&self) -> &T;
    pub fn clone(this: &Rc<T>) -> Rc<T>;
    pub fn get_mut(this: &mut Rc<T>) -> Option<T>;
    pub fn make_mut(this: &mut Rc<T>) -> &mut T;
    pub fn try_unwrap(this: Rc<T>) -> Result<T, Rc<T>>;
    pub fn downgrade(this: &Rc<T>) -> Weak<T>;
    pub fn ptr_eq(this: &Rc<T>, other: &Rc<T>) -> bool;
    pub fn strong_count(this: &Rc<T>) -> usize;
    pub fn default() -> Rc<T>;
}
pub type Arc<T> = Rc<T>;
pub struct Weak<T>;
impl<T> Weak<T> { pub fn new() -> Weak<T>; pub fn upgrade(&self) -> Option<Rc<T>>; pub fn clone(&self) -> Weak<T>; }
pub trait PinProject<P> {
    fn project(self) -> P;
    fn project_ref(self) -> P;
    fn project_replace(self, with: Self) -> P;
}
pub struct Pin<T>;
impl<T> Pin<T> {
    pub fn new(value: T) -> Pin<T>;
    pub fn deref(&self) -> &T;
    pub fn as_mut(&mut self) -> Pin<T>;
    pub fn as_ref(&self) -> Pin<T>;
    pub fn get_mut(self) -> &mut T;
    pub fn get_ref(self) -> &T;
    pub fn get_unchecked_mut(self) -> &mut T;
    pub fn new_unchecked(value: T) -> Pin<T>;
    pub fn into_inner(this: Pin<T>) -> T;
    pub fn into_ref(self) -> Pin<T>;
    pub fn set(&mut self, value: T);
    pub fn map_unchecked<U, F: FnOnce(&T) -> &U>(self, f: F) -> Pin<U>;
    pub fn map_unchecked_mut<U, F: FnOnce(&mut T) -> &mut U>(self, f: F) -> Pin<U>;
    pub fn as_deref_mut(self) -> Pin<T>;
}
pub struct Cell<T>;
impl<T> Cell<T> { pub fn new(value: T) -> Cell<T>; pub fn get(&self) -> T; pub fn set(&self, value: T); pub fn take(&self) -> T; pub fn replace(&self, value: T) -> T; pub fn into_inner(self) -> T; pub fn get_mut(&mut self) -> &mut T; }
pub struct UnsafeCell<T>;
impl<T> UnsafeCell<T> { pub fn new(value: T) -> UnsafeCell<T>; pub fn get(&self) -> &T; pub fn get_mut(&mut self) -> &mut T; pub fn into_inner(self) -> T; }
pub struct RefCell<T>;
impl<T> RefCell<T> {
    pub fn new(value: T) -> RefCell<T>;
    pub fn borrow(&self) -> Ref<T>;
    pub fn borrow_mut(&self) -> RefMut<T>;
    pub fn try_borrow(&self) -> Result<Ref<T>>;
    pub fn try_borrow_mut(&self) -> Result<RefMut<T>>;
    pub fn into_inner(self) -> T;
    pub fn get_mut(&mut self) -> &mut T;
    pub fn replace(&self, value: T) -> T;
    pub fn take(&self) -> T;
}
pub struct Ref<T>;
impl<T> Ref<T> { pub fn deref(&self) -> &T; pub fn map<U, F: FnOnce(&T) -> &U>(this: Ref<T>, f: F) -> Ref<U>; }
pub struct RefMut<T>;
impl<T> RefMut<T> { pub fn deref(&self) -> &T; pub fn map<U, F: FnOnce(&mut T) -> &mut U>(this: RefMut<T>, f: F) -> RefMut<U>; }
pub struct Mutex<T>;
impl<T> Mutex<T> {
    pub fn new(value: T) -> Mutex<T>;
    pub fn lock(&self) -> Result<MutexGuard<T>>;
    pub fn try_lock(&self) -> Result<MutexGuard<T>>;
    pub fn into_inner(self) -> Result<T>;
    pub fn get_mut(&mut self) -> Result<T>;
}
pub struct MutexGuard<T>;
impl<T> MutexGuard<T> { pub fn deref(&self) -> &T; }
pub struct RwLock<T>;
impl<T> RwLock<T> {
    pub fn new(value: T) -> RwLock<T>;
    pub fn read(&self) -> Result<MutexGuard<T>>;
    pub fn write(&self) -> Result<MutexGuard<T>>;
    pub fn try_read(&self) -> Result<MutexGuard<T>>;
    pub fn try_write(&self) -> Result<MutexGuard<T>>;
    pub fn into_inner(self) -> Result<T>;
    pub fn get_mut(&mut self) -> Result<T>;
}
pub struct OnceCell<T>;
impl<T> OnceCell<T> {
    pub fn new() -> OnceCell<T>;
    pub fn get(&self) -> Option<T>;
    pub fn get_mut(&mut self) -> Option<T>;
    pub fn set(&self, value: T) -> Result<(), T>;
    pub fn get_or_init<F: FnOnce() -> T>(&self, f: F) -> &T;
    pub fn into_inner(self) -> Option<T>;
    pub fn take(&mut self) -> Option<T>;
}
pub type OnceLock<T> = OnceCell<T>;
pub struct LocalKey<T>;
impl<T> LocalKey<T> {
    pub fn with<R, F: FnOnce(&T) -> R>(&self, f: F) -> R;
    pub fn try_with<R, F: FnOnce(&T) -> R>(&self, f: F) -> Result<R, ()>;
}
pub struct LazyLock<T>;
impl<T> LazyLock<T> { pub fn new<F: FnOnce() -> T>(f: F) -> LazyLock<T>; pub fn force(this: &LazyLock<T>) -> &T; pub fn deref(&self) -> &T; }
pub type LazyCell<T> = LazyLock<T>;
pub struct ManuallyDrop<T>;
impl<T> ManuallyDrop<T> { pub fn new(value: T) -> ManuallyDrop<T>; pub fn deref(&self) -> &T; pub fn into_inner(this: ManuallyDrop<T>) -> T; pub fn take(this: &mut ManuallyDrop<T>) -> T; }
pub struct MaybeUninit<T>;
impl<T> MaybeUninit<T> { pub fn new(value: T) -> MaybeUninit<T>; pub fn uninit() -> MaybeUninit<T>; pub fn assume_init(self) -> T; pub fn as_ptr(&self) -> &T; pub fn as_mut_ptr(&mut self) -> &mut T; pub fn write(&mut self, value: T) -> &mut T; }
pub struct NonNull<T>;
impl<T> NonNull<T> { pub fn new(pointer: &T) -> Option<NonNull<T>>; pub fn new_unchecked(pointer: &T) -> NonNull<T>; pub fn as_ref(&self) -> &T; pub fn as_mut(&mut self) -> &mut T; pub fn as_ptr(self) -> &T; pub fn cast<U>(self) -> NonNull<U>; }
pub struct Wrapping<T>;
pub struct Reverse<T>;
pub enum Cow<T> { Borrowed(T), Owned(T) }
impl<T> Cow<T> { pub fn deref(&self) -> &T; pub fn as_ref(&self) -> &T; pub fn into_owned(self) -> T; pub fn to_mut(&mut self) -> &mut T; pub fn clone(&self) -> Cow<T>; pub fn from(value: T) -> Cow<T>; }
pub struct AtomicUsize;
impl AtomicUsize { pub fn new(value: usize) -> AtomicUsize; pub fn load(&self, order: AtomicOrdering) -> usize; pub fn store(&self, value: usize, order: AtomicOrdering); pub fn swap(&self, value: usize, order: AtomicOrdering) -> usize; pub fn fetch_add(&self, value: usize, order: AtomicOrdering) -> usize; pub fn fetch_sub(&self, value: usize, order: AtomicOrdering) -> usize; pub fn compare_exchange(&self, a: usize, b: usize, x: AtomicOrdering, y: AtomicOrdering) -> Result<usize, usize>; }
pub type AtomicBool = AtomicUsize;
pub type AtomicU32 = AtomicUsize;
pub type AtomicU64 = AtomicUsize;
pub type AtomicI32 = AtomicUsize;
pub type AtomicI64 = AtomicUsize;
pub type AtomicIsize = AtomicUsize;
pub enum AtomicOrdering { Relaxed, Release, Acquire, AcqRel, SeqCst }
pub struct AtomicPtr<T>;
impl<T> AtomicPtr<T> { pub fn new(pointer: &T) -> AtomicPtr<T>; pub fn load(&self, order: AtomicOrdering) -> &T; pub fn store(&self, pointer: &T, order: AtomicOrdering); }

pub struct str;
impl str {
    pub fn len(&self) -> usize;
    pub fn is_empty(&self) -> bool;
    pub fn chars(&self) -> Iterator<char>;
    pub fn char_indices(&self) -> Iterator<(usize, char)>;
    pub fn bytes(&self) -> Iterator<u8>;
    pub fn lines(&self) -> Iterator<str>;
    pub fn split<P>(&self, pattern: P) -> Iterator<str>;
    pub fn rsplit<P>(&self, pattern: P) -> Iterator<str>;
    pub fn splitn<P>(&self, n: usize, pattern: P) -> Iterator<str>;
    pub fn rsplitn<P>(&self, n: usize, pattern: P) -> Iterator<str>;
    pub fn split_terminator<P>(&self, pattern: P) -> Iterator<str>;
    pub fn split_whitespace(&self) -> Iterator<str>;
    pub fn split_ascii_whitespace(&self) -> Iterator<str>;
    pub fn split_once<P>(&self, pattern: P) -> Option<(str, str)>;
    pub fn rsplit_once<P>(&self, pattern: P) -> Option<(str, str)>;
    pub fn split_at(&self, at: usize) -> (str, str);
    pub fn matches<P>(&self, pattern: P) -> Iterator<str>;
    pub fn match_indices<P>(&self, pattern: P) -> Iterator<(usize, str)>;
    pub fn find<P>(&self, pattern: P) -> Option<usize>;
    pub fn rfind<P>(&self, pattern: P) -> Option<usize>;
    pub fn contains<P>(&self, pattern: P) -> bool;
    pub fn starts_with<P>(&self, pattern: P) -> bool;
    pub fn ends_with<P>(&self, pattern: P) -> bool;
    pub fn strip_prefix<P>(&self, pattern: P) -> Option<str>;
    pub fn strip_suffix<P>(&self, pattern: P) -> Option<str>;
    pub fn trim(&self) -> &str;
    pub fn trim_start(&self) -> &str;
    pub fn trim_end(&self) -> &str;
    pub fn trim_matches<P>(&self, pattern: P) -> &str;
    pub fn trim_start_matches<P>(&self, pattern: P) -> &str;
    pub fn trim_end_matches<P>(&self, pattern: P) -> &str;
    pub fn to_lowercase(&self) -> String;
    pub fn to_uppercase(&self) -> String;
    pub fn to_ascii_lowercase(&self) -> String;
    pub fn to_ascii_uppercase(&self) -> String;
    pub fn eq_ignore_ascii_case(&self, other: &str) -> bool;
    pub fn repeat(&self, n: usize) -> String;
    pub fn replace<P>(&self, pattern: P, to: &str) -> String;
    pub fn replacen<P>(&self, pattern: P, to: &str, n: usize) -> String;
    pub fn parse<F>(&self) -> Result<F>;
    pub fn get<R>(&self, range: R) -> Option<str>;
    pub fn as_bytes(&self) -> &[u8];
    pub fn as_ptr(&self) -> &u8;
    pub fn as_str(&self) -> &str;
    pub fn as_ref(&self) -> &str;
    pub fn to_string(&self) -> String;
    pub fn to_owned(&self) -> String;
    pub fn into(self) -> String;
    pub fn is_char_boundary(&self, at: usize) -> bool;
    pub fn is_ascii(&self) -> bool;
    pub fn cmp(&self, other: &str) -> Ordering;
    pub fn encode_utf16(&self) -> Iterator<u16>;
}
pub struct String;
impl String {
    pub fn new() -> String;
    pub fn with_capacity(capacity: usize) -> String;
    pub fn from<T>(value: T) -> String;
    pub fn from_utf8(bytes: Vec<u8>) -> Result<String>;
    pub fn from_utf8_lossy(bytes: &[u8]) -> Cow<str>;
    pub fn deref(&self) -> &str;
    pub fn as_ref(&self) -> &str;
    pub fn push(&mut self, c: char);
    pub fn push_str(&mut self, text: &str);
    pub fn pop(&mut self) -> Option<char>;
    pub fn insert(&mut self, at: usize, c: char);
    pub fn insert_str(&mut self, at: usize, text: &str);
    pub fn remove(&mut self, at: usize) -> char;
    pub fn truncate(&mut self, length: usize);
    pub fn clear(&mut self);
    pub fn drain<R>(&mut self, range: R) -> Iterator<char>;
    pub fn retain<F: FnMut(char) -> bool>(&mut self, f: F);
    pub fn extend<I>(&mut self, items: I);
    pub fn into_bytes(self) -> Vec<u8>;
    pub fn into_boxed_str(self) -> Box<str>;
    pub fn as_str(&self) -> &str;
    pub fn as_mut_str(&mut self) -> &mut str;
    pub fn as_bytes(&self) -> &[u8];
    pub fn len(&self) -> usize;
    pub fn is_empty(&self) -> bool;
    pub fn capacity(&self) -> usize;
    pub fn reserve(&mut self, count: usize);
    pub fn clone(&self) -> String;
    pub fn default() -> String;
    pub fn write_str(&mut self, text: &str) -> Result<()>;
    pub fn write_char(&mut self, c: char) -> Result<()>;
}
pub struct char;
impl char {
    pub fn len_utf8(self) -> usize;
    pub fn is_alphabetic(self) -> bool;
    pub fn is_numeric(self) -> bool;
    pub fn is_alphanumeric(self) -> bool;
    pub fn is_whitespace(self) -> bool;
    pub fn is_uppercase(self) -> bool;
    pub fn is_lowercase(self) -> bool;
    pub fn is_control(self) -> bool;
    pub fn is_digit(self, radix: u32) -> bool;
    pub fn is_ascii(&self) -> bool;
    pub fn is_ascii_digit(&self) -> bool;
    pub fn is_ascii_alphabetic(&self) -> bool;
    pub fn is_ascii_alphanumeric(&self) -> bool;
    pub fn is_ascii_hexdigit(&self) -> bool;
    pub fn is_ascii_punctuation(&self) -> bool;
    pub fn is_ascii_whitespace(&self) -> bool;
    pub fn to_digit(self, radix: u32) -> Option<u32>;
    pub fn from_digit(digit: u32, radix: u32) -> Option<char>;
    pub fn from_u32(code: u32) -> Option<char>;
    pub fn to_lowercase(self) -> Iterator<char>;
    pub fn to_uppercase(self) -> Iterator<char>;
    pub fn to_ascii_lowercase(&self) -> char;
    pub fn to_ascii_uppercase(&self) -> char;
    pub fn encode_utf8(self, buffer: &mut [u8]) -> &mut str;
    pub fn to_string(&self) -> String;
}
pub struct bool;
impl bool { pub fn then<T, F: FnOnce() -> T>(self, f: F) -> Option<T>; pub fn then_some<T>(self, value: T) -> Option<T>; }

pub trait __Number {
    fn clone(&self) -> Self;
    fn pow(self, n: u32) -> Self;
    fn abs(self) -> Self;
    fn min(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self;
    fn clamp(self, low: Self, high: Self) -> Self;
    fn checked_add(self, other: Self) -> Option<Self>;
    fn checked_sub(self, other: Self) -> Option<Self>;
    fn checked_mul(self, other: Self) -> Option<Self>;
    fn checked_div(self, other: Self) -> Option<Self>;
    fn checked_rem(self, other: Self) -> Option<Self>;
    fn saturating_add(self, other: Self) -> Self;
    fn saturating_sub(self, other: Self) -> Self;
    fn saturating_mul(self, other: Self) -> Self;
    fn wrapping_add(self, other: Self) -> Self;
    fn wrapping_sub(self, other: Self) -> Self;
    fn wrapping_mul(self, other: Self) -> Self;
    fn wrapping_neg(self) -> Self;
    fn wrapping_shl(self, n: u32) -> Self;
    fn wrapping_shr(self, n: u32) -> Self;
    fn overflowing_add(self, other: Self) -> (Self, bool);
    fn overflowing_sub(self, other: Self) -> (Self, bool);
    fn rotate_left(self, n: u32) -> Self;
    fn rotate_right(self, n: u32) -> Self;
    fn swap_bytes(self) -> Self;
    fn to_be(self) -> Self;
    fn to_le(self) -> Self;
    fn to_be_bytes(self) -> [u8];
    fn to_le_bytes(self) -> [u8];
    fn to_ne_bytes(self) -> [u8];
    fn from_be_bytes(bytes: [u8]) -> Self;
    fn from_le_bytes(bytes: [u8]) -> Self;
    fn from_ne_bytes(bytes: [u8]) -> Self;
    fn from_str_radix(text: &str, radix: u32) -> Result<Self>;
    fn count_ones(self) -> u32;
    fn count_zeros(self) -> u32;
    fn leading_zeros(self) -> u32;
    fn trailing_zeros(self) -> u32;
    fn is_power_of_two(self) -> bool;
    fn next_power_of_two(self) -> Self;
    fn div_ceil(self, other: Self) -> Self;
    fn abs_diff(self, other: Self) -> Self;
    fn rem_euclid(self, other: Self) -> Self;
    fn to_string(&self) -> String;
    fn is_ascii(&self) -> bool;
    fn is_ascii_digit(&self) -> bool;
    fn is_ascii_alphabetic(&self) -> bool;
    fn is_ascii_alphanumeric(&self) -> bool;
    fn is_ascii_whitespace(&self) -> bool;
    fn is_ascii_hexdigit(&self) -> bool;
    fn is_ascii_uppercase(&self) -> bool;
    fn is_ascii_lowercase(&self) -> bool;
    fn to_ascii_lowercase(&self) -> Self;
    fn to_ascii_uppercase(&self) -> Self;
    const MAX: Self;
    const MIN: Self;
    const BITS: u32;
    fn max_value() -> Self;
    fn min_value() -> Self;
    fn from<T>(value: T) -> Self;
    fn try_from<T>(value: T) -> Result<Self, ()>;
    fn sqrt(self) -> Self;
    fn floor(self) -> Self;
    fn ceil(self) -> Self;
    fn round(self) -> Self;
    fn is_nan(self) -> bool;
    fn cmp(&self, other: &Self) -> Ordering;
    fn partial_cmp(&self, other: &Self) -> Option<Ordering>;
}
pub struct u8;
pub struct u16;
pub struct u32;
pub struct u64;
pub struct u128;
pub struct usize;
pub struct i8;
pub struct i16;
pub struct i32;
pub struct i64;
pub struct i128;
pub struct isize;
pub struct f32;
pub struct f64;
pub struct __Int;
impl __Number for __Int {}
impl __Number for u8 {}
impl __Number for u16 {}
impl __Number for u32 {}
impl __Number for u64 {}
impl __Number for u128 {}
impl __Number for usize {}
impl __Number for i8 {}
impl __Number for i16 {}
impl __Number for i32 {}
impl __Number for i64 {}
impl __Number for i128 {}
impl __Number for isize {}
impl __Number for f32 {}
impl __Number for f64 {}

pub struct Path;
impl Path {
    pub fn new<S>(path: &S) -> &Path;
    pub fn join<P>(&self, path: P) -> PathBuf;
    pub fn parent(&self) -> Option<Path>;
    pub fn file_name(&self) -> Option<OsStr>;
    pub fn file_stem(&self) -> Option<OsStr>;
    pub fn extension(&self) -> Option<OsStr>;
    pub fn to_path_buf(&self) -> PathBuf;
    pub fn to_owned(&self) -> PathBuf;
    pub fn to_str(&self) -> Option<str>;
    pub fn to_string_lossy(&self) -> Cow<str>;
    pub fn display(&self) -> Formatter;
    pub fn exists(&self) -> bool;
    pub fn is_dir(&self) -> bool;
    pub fn is_file(&self) -> bool;
    pub fn is_absolute(&self) -> bool;
    pub fn components(&self) -> Iterator<Component>;
    pub fn ancestors(&self) -> Iterator<Path>;
    pub fn strip_prefix<P>(&self, base: P) -> Result<Path>;
    pub fn starts_with<P>(&self, base: P) -> bool;
    pub fn ends_with<P>(&self, child: P) -> bool;
    pub fn with_extension<S>(&self, extension: S) -> PathBuf;
    pub fn with_file_name<S>(&self, name: S) -> PathBuf;
    pub fn canonicalize(&self) -> std_io::Result<PathBuf>;
    pub fn as_os_str(&self) -> &OsStr;
    pub fn as_path(&self) -> &Path;
}
pub struct PathBuf;
impl PathBuf { pub fn new() -> PathBuf; pub fn from<T>(value: T) -> PathBuf; pub fn deref(&self) -> &Path; pub fn as_path(&self) -> &Path; pub fn push<P>(&mut self, path: P); pub fn pop(&mut self) -> bool; pub fn set_extension<S>(&mut self, extension: S) -> bool; pub fn clone(&self) -> PathBuf; }
pub struct OsStr;
impl OsStr { pub fn to_str(&self) -> Option<str>; pub fn to_string_lossy(&self) -> Cow<str>; pub fn to_os_string(&self) -> OsString; pub fn to_owned(&self) -> OsString; pub fn len(&self) -> usize; }
pub struct OsString;
impl OsString { pub fn new() -> OsString; pub fn from<T>(value: T) -> OsString; pub fn deref(&self) -> &OsStr; pub fn into_string(self) -> Result<String, OsString>; }
pub struct Component;
pub struct Duration;
impl Duration { pub fn new(seconds: u64, nanoseconds: u32) -> Duration; pub fn from_micros(n: u64) -> Duration; pub fn from_nanos(n: u64) -> Duration; pub fn subsec_nanos(&self) -> u32; pub fn as_nanos(&self) -> u128; pub fn as_micros(&self) -> u128; pub fn checked_add(self, other: Duration) -> Option<Duration>; pub fn checked_sub(self, other: Duration) -> Option<Duration>; pub fn from_secs(n: u64) -> Duration; pub fn from_millis(n: u64) -> Duration; pub fn as_secs(&self) -> u64; pub fn as_millis(&self) -> u128; pub fn as_secs_f64(&self) -> f64; }
pub struct Instant;
impl Instant { pub fn now() -> Instant; pub fn elapsed(&self) -> Duration; pub fn duration_since(&self, earlier: Instant) -> Duration; }
pub struct File;
impl File { pub fn open<P>(path: P) -> std_io::Result<File>; pub fn create<P>(path: P) -> std_io::Result<File>; }
impl Read for File {}
impl Write for File {}
pub struct BufReader<R>;
impl<R> BufReader<R> { pub fn new(inner: R) -> BufReader<R>; pub fn into_inner(self) -> R; pub fn get_ref(&self) -> &R; }
impl<R> BufRead for BufReader<R> {}
pub struct BufWriter<W>;
impl<W> BufWriter<W> { pub fn new(inner: W) -> BufWriter<W>; pub fn into_inner(self) -> Result<W>; pub fn get_ref(&self) -> &W; }
impl<W> Write for BufWriter<W> {}
pub struct Cursor<T>;
impl<T> Cursor<T> { pub fn new(inner: T) -> Cursor<T>; pub fn into_inner(self) -> T; pub fn get_ref(&self) -> &T; pub fn position(&self) -> u64; }
impl<T> Read for Cursor<T> {}
pub struct JoinHandle<T>;
impl<T> JoinHandle<T> { pub fn join(self) -> Result<T>; }
pub struct Sender<T>;
impl<T> Sender<T> { pub fn send(&self, value: T) -> Result<()>; pub fn clone(&self) -> Sender<T>; }
pub struct Receiver<T>;
impl<T> Receiver<T> { pub fn recv(&self) -> Result<T>; pub fn try_recv(&self) -> Result<T>; pub fn iter(&self) -> Iterator<T>; pub fn into_iter(self) -> Iterator<T>; }
pub enum Poll<T> { Ready(T), Pending }
impl<T> Poll<T> { pub fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Poll<U>; pub fn is_ready(&self) -> bool; pub fn is_pending(&self) -> bool; pub fn __try(self) -> T; }
pub enum ControlFlow<B, C> { Continue(C), Break(B) }
pub enum Bound<T> { Included(T), Excluded(T), Unbounded }

pub fn drop<T>(value: T) {}

pub mod std_mem {
    pub fn replace<T>(place: &mut T, value: T) -> T;
    pub fn take<T>(place: &mut T) -> T;
    pub fn swap<T>(a: &mut T, b: &mut T);
    pub fn drop<T>(value: T);
    pub fn forget<T>(value: T);
    pub fn size_of<T>() -> usize;
    pub fn size_of_val<T>(value: &T) -> usize;
    pub fn align_of<T>() -> usize;
}
pub mod std_cmp {
    pub fn max<T>(a: T, b: T) -> T;
    pub fn min<T>(a: T, b: T) -> T;
}
pub mod std_io {
    pub struct Error;
    impl Error { pub fn new<E>(kind: ErrorKind, error: E) -> Error; pub fn other<E>(error: E) -> Error; pub fn kind(&self) -> ErrorKind; pub fn last_os_error() -> Error; }
    pub struct ErrorKind;
    pub type Result<T> = crate::Result<T, Error>;
    pub fn stdin() -> Stdin;
    pub fn stdout() -> Stdout;
    pub fn stderr() -> Stdout;
    pub struct Stdin;
    impl Read for Stdin {}
    impl Stdin { pub fn lock(&self) -> BufReader<Stdin>; pub fn lines(self) -> Iterator<Result<String>>; pub fn read_line(&self, line: &mut String) -> Result<usize>; }
    pub struct Stdout;
    impl Write for Stdout {}
    impl Stdout { pub fn lock(&self) -> Stdout; }
}
pub mod std_fmt {
    pub struct Error;
    pub type Result = crate::Result<(), Error>;
}
pub mod std_fs {
    pub fn read<P>(path: P) -> std_io::Result<Vec<u8>>;
    pub fn read_to_string<P>(path: P) -> std_io::Result<String>;
    pub fn write<P, C>(path: P, contents: C) -> std_io::Result<()>;
    pub fn create_dir_all<P>(path: P) -> std_io::Result<()>;
    pub fn remove_file<P>(path: P) -> std_io::Result<()>;
}
pub mod std_iter {
    pub type Rev<I> = I;
    pub type Skip<I> = I;
    pub type Take<I> = I;
    pub type StepBy<I> = I;
    pub type Fuse<I> = I;
    pub type Cloned<I> = I;
    pub type Copied<I> = I;
    pub type Cycle<I> = I;
    pub type Filter<I, P> = I;
    pub type SkipWhile<I, P> = I;
    pub type TakeWhile<I, P> = I;
    pub type Chain<A, B> = A;
    pub type Enumerate<I> = Iterator;
    pub type Zip<A, B> = Iterator;
    pub type Map<I, F> = Iterator;
    pub type FilterMap<I, F> = Iterator;
    pub type FlatMap<I, U, F> = Iterator;
    pub fn once<T>(value: T) -> Iterator<T>;
    pub fn repeat<T>(value: T) -> Iterator<T>;
    pub fn empty<T>() -> Iterator<T>;
    pub fn from_fn<T, F: FnMut() -> Option<T>>(f: F) -> Iterator<T>;
    pub fn successors<T, F: FnMut(&T) -> Option<T>>(first: Option<T>, f: F) -> Iterator<T>;
    pub fn zip<A, B>(a: Iterator<A>, b: Iterator<B>) -> Iterator<(A, B)>;
}
pub mod std_slice {
    pub type Iter<T> = Iterator<T>;
    pub type IterMut<T> = Iterator<T>;
    pub type Chunks<T> = Iterator<[T]>;
    pub type ChunksMut<T> = Iterator<[T]>;
    pub type ChunksExact<T> = Iterator<[T]>;
    pub type Windows<T> = Iterator<[T]>;
}
pub mod std_vec {
    pub type IntoIter<T> = Iterator<T>;
    pub type Drain<T> = Iterator<T>;
}
pub mod std_vec_deque {
    pub type Iter<T> = Iterator<T>;
    pub type IterMut<T> = Iterator<T>;
    pub type IntoIter<T> = Iterator<T>;
    pub type Drain<T> = Iterator<T>;
}
pub mod std_hash_map {
    pub type Iter<K, V> = Iterator<(K, V)>;
    pub type IterMut<K, V> = Iterator<(K, V)>;
    pub type IntoIter<K, V> = Iterator<(K, V)>;
    pub type Drain<K, V> = Iterator<(K, V)>;
    pub type Keys<K, V> = Iterator<K>;
    pub type IntoKeys<K, V> = Iterator<K>;
    pub type Values<K, V> = Iterator<V>;
    pub type ValuesMut<K, V> = Iterator<V>;
    pub type IntoValues<K, V> = Iterator<V>;
}
pub mod std_btree_map {
    pub type Iter<K, V> = Iterator<(K, V)>;
    pub type IterMut<K, V> = Iterator<(K, V)>;
    pub type IntoIter<K, V> = Iterator<(K, V)>;
    pub type Range<K, V> = Iterator<(K, V)>;
    pub type RangeMut<K, V> = Iterator<(K, V)>;
    pub type Keys<K, V> = Iterator<K>;
    pub type IntoKeys<K, V> = Iterator<K>;
    pub type Values<K, V> = Iterator<V>;
    pub type ValuesMut<K, V> = Iterator<V>;
    pub type IntoValues<K, V> = Iterator<V>;
}
pub mod std_hash_set {
    pub type Iter<T> = Iterator<T>;
    pub type IntoIter<T> = Iterator<T>;
    pub type Drain<T> = Iterator<T>;
}
pub mod std_btree_set {
    pub type Iter<T> = Iterator<T>;
    pub type IntoIter<T> = Iterator<T>;
    pub type Range<T> = Iterator<T>;
}
pub mod std_str {
    pub fn from_utf8(bytes: &[u8]) -> Result<str>;
    pub fn from_utf8_unchecked(bytes: &[u8]) -> &str;
}
pub mod std_char {
    pub fn from_u32(code: u32) -> Option<char>;
    pub fn from_digit(digit: u32, radix: u32) -> Option<char>;
}
pub mod std_thread {
    pub fn spawn<T, F: FnOnce() -> T>(f: F) -> JoinHandle<T>;
    pub fn sleep(time: Duration);
}
pub mod std_mpsc {
    pub fn channel<T>() -> (Sender<T>, Receiver<T>);
}
pub mod std_env {
    pub fn var<K>(key: K) -> Result<String>;
    pub fn args() -> Iterator<String>;
    pub fn current_dir() -> std_io::Result<PathBuf>;
}
pub mod std_atomic {
    pub type Ordering = AtomicOrdering;
}

macro_rules! assert { () => {} }
macro_rules! assert_eq { () => {} }
macro_rules! assert_ne { () => {} }
macro_rules! debug_assert { () => {} }
macro_rules! debug_assert_eq { () => {} }
macro_rules! debug_assert_ne { () => {} }
macro_rules! cfg { () => {} }
macro_rules! column { () => {} }
macro_rules! compile_error { () => {} }
macro_rules! concat { () => {} }
macro_rules! dbg { () => {} }
macro_rules! env { () => {} }
macro_rules! eprint { () => {} }
macro_rules! eprintln { () => {} }
macro_rules! file { () => {} }
macro_rules! format { () => {} }
macro_rules! format_args { () => {} }
macro_rules! include { () => {} }
macro_rules! include_bytes { () => {} }
macro_rules! include_str { () => {} }
macro_rules! line { () => {} }
macro_rules! matches { () => {} }
macro_rules! module_path { () => {} }
macro_rules! option_env { () => {} }
macro_rules! panic { () => {} }
macro_rules! print { () => {} }
macro_rules! println { () => {} }
macro_rules! stringify { () => {} }
macro_rules! thread_local { () => {} }
macro_rules! todo { () => {} }
macro_rules! unimplemented { () => {} }
macro_rules! unreachable { () => {} }
macro_rules! vec { () => {} }
macro_rules! write { () => {} }
macro_rules! writeln { () => {} }
// Other libraries that most applications use.
pub mod anyhow {
    pub trait Context<T> {
        fn context<C>(self, context: C) -> Result<T>;
        fn with_context<C, F: FnOnce() -> C>(self, f: F) -> Result<T>;
        fn wrap_err<C>(self, context: C) -> Result<T>;
        fn wrap_err_with<C, F: FnOnce() -> C>(self, f: F) -> Result<T>;
    }
    impl<T, E> Context<T> for Result<T, E> {}
    impl<T> Context<T> for Option<T> {}
}
pub mod clap {
    pub trait Parser { fn parse() -> Self; fn try_parse() -> Result<Self>; fn parse_from<I>(items: I) -> Self; fn try_parse_from<I>(items: I) -> Result<Self>; }
}
pub mod axum {
    pub struct State<T>(pub T);
    impl<T> State<T> { pub fn deref(&self) -> &T; pub fn into_inner(self) -> T; pub fn get_ref(&self) -> &T; }
    pub struct Json<T>(pub T);
    impl<T> Json<T> { pub fn deref(&self) -> &T; pub fn into_inner(self) -> T; pub fn get_ref(&self) -> &T; }
    pub struct Path<T>(pub T);
    impl<T> Path<T> { pub fn deref(&self) -> &T; pub fn into_inner(self) -> T; pub fn get_ref(&self) -> &T; }
    pub struct Query<T>(pub T);
    impl<T> Query<T> { pub fn deref(&self) -> &T; pub fn into_inner(self) -> T; pub fn get_ref(&self) -> &T; }
    pub struct Form<T>(pub T);
    impl<T> Form<T> { pub fn deref(&self) -> &T; pub fn into_inner(self) -> T; pub fn get_ref(&self) -> &T; }
    pub struct Extension<T>(pub T);
    impl<T> Extension<T> { pub fn deref(&self) -> &T; pub fn into_inner(self) -> T; pub fn get_ref(&self) -> &T; }
}
pub mod actix_web {
    pub struct Data<T>(pub T);
    impl<T> Data<T> { pub fn deref(&self) -> &T; pub fn into_inner(self) -> T; pub fn get_ref(&self) -> &T; }
    pub struct Json<T>(pub T);
    impl<T> Json<T> { pub fn deref(&self) -> &T; pub fn into_inner(self) -> T; pub fn get_ref(&self) -> &T; }
    pub struct Path<T>(pub T);
    impl<T> Path<T> { pub fn deref(&self) -> &T; pub fn into_inner(self) -> T; pub fn get_ref(&self) -> &T; }
    pub struct Query<T>(pub T);
    impl<T> Query<T> { pub fn deref(&self) -> &T; pub fn into_inner(self) -> T; pub fn get_ref(&self) -> &T; }
    pub struct Form<T>(pub T);
    impl<T> Form<T> { pub fn deref(&self) -> &T; pub fn into_inner(self) -> T; pub fn get_ref(&self) -> &T; }
}
pub mod parking_lot {
    pub struct Mutex<T>;
    impl<T> Mutex<T> {
        pub fn new(value: T) -> Mutex<T>;
        pub fn lock(&self) -> MutexGuard<T>;
        pub fn blocking_lock(&self) -> MutexGuard<T>;
        pub fn lock_owned(self) -> MutexGuard<T>;
        pub fn try_lock(&self) -> Option<MutexGuard<T>>;
        pub fn into_inner(self) -> T;
        pub fn get_mut(&mut self) -> &mut T;
    }
    pub struct RwLock<T>;
    impl<T> RwLock<T> {
        pub fn new(value: T) -> RwLock<T>;
        pub fn read(&self) -> MutexGuard<T>;
        pub fn write(&self) -> MutexGuard<T>;
        pub fn blocking_read(&self) -> MutexGuard<T>;
        pub fn blocking_write(&self) -> MutexGuard<T>;
        pub fn upgradable_read(&self) -> MutexGuard<T>;
        pub fn try_read(&self) -> Option<MutexGuard<T>>;
        pub fn try_write(&self) -> Option<MutexGuard<T>>;
        pub fn into_inner(self) -> T;
        pub fn get_mut(&mut self) -> &mut T;
    }
}
pub mod tokio {
    pub struct Mutex<T>;
    impl<T> Mutex<T> {
        pub fn new(value: T) -> Mutex<T>;
        pub fn lock(&self) -> MutexGuard<T>;
        pub fn blocking_lock(&self) -> MutexGuard<T>;
        pub fn lock_owned(self) -> MutexGuard<T>;
        pub fn try_lock(&self) -> Option<MutexGuard<T>>;
        pub fn into_inner(self) -> T;
        pub fn get_mut(&mut self) -> &mut T;
    }
    pub struct RwLock<T>;
    impl<T> RwLock<T> {
        pub fn new(value: T) -> RwLock<T>;
        pub fn read(&self) -> MutexGuard<T>;
        pub fn write(&self) -> MutexGuard<T>;
        pub fn blocking_read(&self) -> MutexGuard<T>;
        pub fn blocking_write(&self) -> MutexGuard<T>;
        pub fn upgradable_read(&self) -> MutexGuard<T>;
        pub fn try_read(&self) -> Option<MutexGuard<T>>;
        pub fn try_write(&self) -> Option<MutexGuard<T>>;
        pub fn into_inner(self) -> T;
        pub fn get_mut(&mut self) -> &mut T;
    }
    pub struct JoinHandle<T>;
    impl<T> JoinHandle<T> { pub fn deref(&self) -> Result<T>; pub fn abort(&self); pub fn is_finished(&self) -> bool; }
    pub fn spawn<T>(future: T) -> JoinHandle<T>;
    pub fn spawn_blocking<T, F: FnOnce() -> T>(f: F) -> JoinHandle<T>;
    pub fn channel<T>(capacity: usize) -> (Sender<T>, Receiver<T>);
    pub fn unbounded_channel<T>() -> (Sender<T>, Receiver<T>);
    pub struct Sender<T>;
    impl<T> Sender<T> { pub fn send(&self, value: T) -> Result<()>; pub fn try_send(&self, value: T) -> Result<()>; pub fn blocking_send(&self, value: T) -> Result<()>; pub fn is_closed(&self) -> bool; pub fn clone(&self) -> Sender<T>; }
    pub struct Receiver<T>;
    impl<T> Receiver<T> { pub fn recv(&mut self) -> Option<T>; pub fn blocking_recv(&mut self) -> Option<T>; pub fn try_recv(&mut self) -> Result<T>; pub fn close(&mut self); }
}
pub mod serde_json {
    pub fn from_str<T>(text: &str) -> Result<T>;
    pub fn from_slice<T>(bytes: &[u8]) -> Result<T>;
    pub fn from_reader<T, R>(reader: R) -> Result<T>;
    pub fn from_value<T>(value: Value) -> Result<T>;
}
pub mod toml {
    pub fn from_str<T>(text: &str) -> Result<T>;
    pub fn from_slice<T>(bytes: &[u8]) -> Result<T>;
    pub fn from_reader<T, R>(reader: R) -> Result<T>;
}
pub mod serde_yaml {
    pub fn from_str<T>(text: &str) -> Result<T>;
    pub fn from_slice<T>(bytes: &[u8]) -> Result<T>;
    pub fn from_reader<T, R>(reader: R) -> Result<T>;
}
pub mod ron {
    pub fn from_str<T>(text: &str) -> Result<T>;
    pub fn from_slice<T>(bytes: &[u8]) -> Result<T>;
    pub fn from_reader<T, R>(reader: R) -> Result<T>;
}
