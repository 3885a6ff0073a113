// What C++ code uses without saying where it comes from: fundamental types, the most used part of the standard
// library. Only what carries types from call to call is declared.

struct __number {};
struct __int : __number {};
struct __unsigned : __number {};
struct __long : __number {};
struct __unsigned_long : __number {};
struct __short : __number {};
struct __char : __number {};
struct __bool : __number {};
struct __double : __number {};
struct __float : __number {};
struct __text {};

template <typename T> struct __iterator {
  T operator*();
  T operator->();
  __iterator<T> operator++();
  __iterator<T> operator--();
  __iterator<T> operator+(size_t n);
  __iterator<T> operator-(size_t n);
  T operator[](size_t n);
  __iterator<T> base();
};

template <typename T> struct __array {
  T operator*();
  T operator->();
  T operator[](size_t n);
  __iterator<T> begin();
  __iterator<T> end();
};

// characters that stand one after another: what a literal is, and an array that is declared as one
struct __chars : __text, __array<__char> {};

template <typename T> struct __sequence {
  __iterator<T> begin();
  __iterator<T> end();
  __iterator<T> cbegin();
  __iterator<T> cend();
  __iterator<T> rbegin();
  __iterator<T> rend();
  size_t size();
  size_t capacity();
  size_t max_size();
  bool empty();
  void clear();
  void reserve(size_t n);
  void resize(size_t n);
  void swap(__sequence<T> other);
  void shrink_to_fit();
  T operator[](size_t i);
  T at(size_t i);
  T front();
  T back();
  T data();
  void push_back(T value);
  void pop_back();
  void push_front(T value);
  void pop_front();
  T emplace_back();
  T emplace_front();
  __iterator<T> emplace(__iterator<T> at);
  __iterator<T> insert(__iterator<T> at, T value);
  __iterator<T> erase(__iterator<T> at);
  void assign(__iterator<T> first, __iterator<T> last);
  void fill(T value);
  void remove(T value);
  void sort();
  void reverse();
  void unique();
  void splice(__iterator<T> at, __sequence<T> other);
};

using size_t = __unsigned_long;
using ssize_t = __long;
using ptrdiff_t = __long;
using intptr_t = __long;
using uintptr_t = __unsigned_long;
using int8_t = __char;
using int16_t = __short;
using int32_t = __int;
using int64_t = __long;
using uint8_t = __char;
using uint16_t = __short;
using uint32_t = __unsigned;
using uint64_t = __unsigned_long;
using intmax_t = __long;
using uintmax_t = __unsigned_long;
using off_t = __long;
using pid_t = __int;
using time_t = __long;
using mode_t = __unsigned;
struct FILE {};
struct va_list {};

void* malloc(size_t n);
void* calloc(size_t n, size_t m);
void* realloc(void* p, size_t n);
void free(void* p);
void abort();
void exit(int code);
int atexit(void (*f)());
char* getenv(const char* name);
int system(const char* command);
int atoi(const char* s);
long strtol(const char* s, char** end, int base);
unsigned long strtoul(const char* s, char** end, int base);
double strtod(const char* s, char** end);
void* memcpy(void* to, const void* from, size_t n);
void* memmove(void* to, const void* from, size_t n);
void* memset(void* to, int value, size_t n);
int memcmp(const void* a, const void* b, size_t n);
void* memchr(const void* s, int c, size_t n);
size_t strlen(const char* s);
int strcmp(const char* a, const char* b);
int strncmp(const char* a, const char* b, size_t n);
char* strcpy(char* to, const char* from);
char* strncpy(char* to, const char* from, size_t n);
char* strchr(const char* s, int c);
char* strstr(const char* s, const char* part);
char* strdup(const char* s);
char* strerror(int code);
int printf(const char* format, ...);
int fprintf(FILE* file, const char* format, ...);
int sprintf(char* to, const char* format, ...);
int snprintf(char* to, size_t n, const char* format, ...);
int vsnprintf(char* to, size_t n, const char* format, ...);
int sscanf(const char* s, const char* format, ...);
int puts(const char* s);
int fputs(const char* s, FILE* file);
FILE* fopen(const char* path, const char* mode);
int fclose(FILE* file);
int fflush(FILE* file);
size_t fread(void* to, size_t size, size_t n, FILE* file);
size_t fwrite(const void* from, size_t size, size_t n, FILE* file);
void assert(bool condition);

namespace std {

using size_t = __unsigned_long;
using ptrdiff_t = __long;
using int8_t = __char;
using int16_t = __short;
using int32_t = __int;
using int64_t = __long;
using uint8_t = __char;
using uint16_t = __short;
using uint32_t = __unsigned;
using uint64_t = __unsigned_long;
using uintptr_t = __unsigned_long;
using streamsize = __long;

template <typename T> struct hash { size_t operator()(T value); };
template <typename T> struct less { bool operator()(T a, T b); };
template <typename T> struct greater { bool operator()(T a, T b); };

template <typename C> struct basic_string : __sequence<C> {
  basic_string();
  basic_string(const char* s);
  basic_string(const char* s, size_t n);
  basic_string(size_t n, char c);
  size_t length();
  const char* c_str();
  basic_string<C> substr(size_t at, size_t n);
  basic_string<C> append(const char* s);
  basic_string<C> replace(size_t at, size_t n, const char* s);
  size_t find(const char* s);
  size_t rfind(const char* s);
  size_t find_first_of(const char* s);
  size_t find_last_of(const char* s);
  size_t find_first_not_of(const char* s);
  size_t find_last_not_of(const char* s);
  int compare(const char* s);
  bool starts_with(const char* s);
  bool ends_with(const char* s);
  bool contains(const char* s);
  size_t copy(char* to, size_t n);
  basic_string<C> operator+(const char* s);
  basic_string<C> operator+=(const char* s);
  basic_string<C> operator=(const char* s);
  static const size_t npos;
};
struct string : basic_string<char> {
  string();
  string(const char* s);
  string(const char* s, size_t n);
  string substr(size_t at, size_t n);
  string append(const char* s);
  string operator+(const char* s);
  string operator+=(const char* s);
  string operator=(const char* s);
};
struct wstring : basic_string<char> {};
struct string_view : basic_string<char> {
  string_view substr(size_t at, size_t n);
  void remove_prefix(size_t n);
  void remove_suffix(size_t n);
};
string to_string(int value);
int stoi(const string& s);
long stol(const string& s);
double stod(const string& s);

template <typename A, typename B> struct pair {
  A first;
  B second;
};
template <typename A, typename B> pair<A, B> make_pair(A a, B b);
template <typename... T> struct tuple {};

template <typename T> struct initializer_list : __sequence<T> {};
template <typename T, typename A = int> struct vector : __sequence<T> {
  using value_type = T;
  using iterator = __iterator<T>;
  using const_iterator = __iterator<T>;
  using size_type = size_t;
};
template <typename T, typename A = int> struct deque : __sequence<T> {
  using iterator = __iterator<T>;
  using const_iterator = __iterator<T>;
};
template <typename T, typename A = int> struct list : __sequence<T> {
  using iterator = __iterator<T>;
  using const_iterator = __iterator<T>;
};
template <typename T> struct forward_list : __sequence<T> {};
template <typename T, int N> struct array : __sequence<T> {
  using iterator = __iterator<T>;
  using const_iterator = __iterator<T>;
};
template <typename T> struct span : __sequence<T> { span<T> subspan(size_t at, size_t n); };
template <typename T> struct stack : __sequence<T> {
  T top();
  void push(T value);
  void pop();
};
template <typename T> struct queue : __sequence<T> {
  void push(T value);
  void pop();
};
template <typename T, typename C = int, typename L = int> struct priority_queue : __sequence<T> {
  T top();
  void push(T value);
  void pop();
};
struct bitset {
  bool test(size_t i);
  void set(size_t i);
  void reset();
  size_t count();
  bool any();
};

template <typename K, typename V> struct __mapping {
  using iterator = __iterator<pair<K, V>>;
  using const_iterator = __iterator<pair<K, V>>;
  using value_type = pair<K, V>;
  using key_type = K;
  using mapped_type = V;
  __iterator<pair<K, V>> begin();
  __iterator<pair<K, V>> end();
  __iterator<pair<K, V>> cbegin();
  __iterator<pair<K, V>> cend();
  __iterator<pair<K, V>> rbegin();
  __iterator<pair<K, V>> rend();
  __iterator<pair<K, V>> find(K key);
  __iterator<pair<K, V>> lower_bound(K key);
  __iterator<pair<K, V>> upper_bound(K key);
  pair<__iterator<pair<K, V>>, __iterator<pair<K, V>>> equal_range(K key);
  V operator[](K key);
  V at(K key);
  bool contains(K key);
  size_t count(K key);
  size_t size();
  bool empty();
  void clear();
  void reserve(size_t n);
  void swap(__mapping<K, V> other);
  __iterator<pair<K, V>> erase(K key);
  pair<__iterator<pair<K, V>>, bool> insert(pair<K, V> item);
  pair<__iterator<pair<K, V>>, bool> emplace(K key, V value);
  pair<__iterator<pair<K, V>>, bool> try_emplace(K key, V value);
  pair<__iterator<pair<K, V>>, bool> insert_or_assign(K key, V value);
};
template <typename K, typename V, typename C = int, typename A = int> struct map : __mapping<K, V> {};
template <typename K, typename V, typename C = int, typename A = int> struct multimap : __mapping<K, V> {};
template <typename K, typename V, typename H = int, typename E = int> struct unordered_map : __mapping<K, V> {};
template <typename K, typename V, typename H = int, typename E = int> struct unordered_multimap : __mapping<K, V> {};

template <typename T> struct __collection {
  using iterator = __iterator<T>;
  using const_iterator = __iterator<T>;
  using value_type = T;
  __iterator<T> begin();
  __iterator<T> end();
  __iterator<T> cbegin();
  __iterator<T> cend();
  __iterator<T> rbegin();
  __iterator<T> rend();
  __iterator<T> find(T key);
  __iterator<T> lower_bound(T key);
  __iterator<T> upper_bound(T key);
  bool contains(T key);
  size_t count(T key);
  size_t size();
  bool empty();
  void clear();
  void reserve(size_t n);
  void swap(__collection<T> other);
  __iterator<T> erase(T key);
  pair<__iterator<T>, bool> insert(T key);
  pair<__iterator<T>, bool> emplace(T key);
};
template <typename T, typename C = int, typename A = int> struct set : __collection<T> {};
template <typename T, typename C = int, typename A = int> struct multiset : __collection<T> {};
template <typename T, typename H = int, typename E = int> struct unordered_set : __collection<T> {};
template <typename T, typename H = int, typename E = int> struct unordered_multiset : __collection<T> {};

template <typename T, typename D = int> struct unique_ptr {
  T operator->();
  T operator*();
  T operator[](size_t i);
  T get();
  T release();
  void reset(T value);
  void swap(unique_ptr<T> other);
};
template <typename T> struct shared_ptr {
  T operator->();
  T operator*();
  T operator[](size_t i);
  T get();
  void reset(T value);
  long use_count();
  void swap(shared_ptr<T> other);
};
template <typename T> struct weak_ptr {
  shared_ptr<T> lock();
  bool expired();
  void reset();
};
template <typename T> struct enable_shared_from_this {
  shared_ptr<T> shared_from_this();
  weak_ptr<T> weak_from_this();
};
template <typename T> unique_ptr<T> make_unique();
template <typename T> shared_ptr<T> make_shared();
template <typename T, typename U> shared_ptr<T> static_pointer_cast(shared_ptr<U> p);
template <typename T, typename U> shared_ptr<T> dynamic_pointer_cast(shared_ptr<U> p);

template <typename T> struct optional {
  T operator->();
  T operator*();
  T value();
  T value_or(T other);
  bool has_value();
  void reset();
  T emplace();
};
template <typename T> optional<T> make_optional(T value);
struct nullopt_t {};
template <typename... T> struct variant {
  size_t index();
};
template <typename T> T get(variant<T> value);
struct any {
  bool has_value();
  void reset();
};

template <typename T> struct reference_wrapper {
  T get();
  T operator->();
};
template <typename T> reference_wrapper<T> ref(T value);
template <typename T> reference_wrapper<T> cref(T value);
template <typename F> struct function {
  void swap(function<F> other);
};

template <typename T> T move(T value);
template <typename T> T forward(T value);
template <typename T> T exchange(T& value, T other);
template <typename T> void swap(T& a, T& b);
template <typename T> T min(T a, T b);
template <typename T> T max(T a, T b);
template <typename T> T clamp(T value, T low, T high);
template <typename T> T abs(T value);
template <typename T> T declval();
template <typename T> T addressof(T& value);
template <typename I> void sort(I first, I last);
template <typename I> void stable_sort(I first, I last);
template <typename I> void reverse(I first, I last);
template <typename I, typename T> I find(I first, I last, T value);
template <typename T, typename F> __iterator<T> find_if(__iterator<T> first, __iterator<T> last, F test);
template <typename I, typename T> I lower_bound(I first, I last, T value);
template <typename I, typename T> I upper_bound(I first, I last, T value);
template <typename I> I unique(I first, I last);
template <typename I, typename T> I remove(I first, I last, T value);
template <typename I, typename F> I remove_if(I first, I last, F test);
template <typename I, typename F> F for_each(I first, I last, F f);
template <typename I, typename O> O copy(I first, I last, O to);
template <typename I, typename O, typename F> O transform(I first, I last, O to, F f);
template <typename I, typename T> void fill(I first, I last, T value);
template <typename I, typename T> T accumulate(I first, I last, T start);
template <typename I> I next(I at);
template <typename I> I prev(I at);
template <typename T> __iterator<T> back_inserter(T& container);
template <typename I> size_t distance(I first, I last);
template <typename I, typename F> bool all_of(I first, I last, F test);
template <typename I, typename F> bool any_of(I first, I last, F test);
template <typename I, typename F> bool none_of(I first, I last, F test);
template <typename I, typename T> size_t count(I first, I last, T value);
template <typename I, typename F> size_t count_if(I first, I last, F test);

template <typename T> struct atomic {
  T load();
  void store(T value);
  T exchange(T value);
  T fetch_add(T value);
  T fetch_sub(T value);
  bool compare_exchange_weak(T expected, T wanted);
  bool compare_exchange_strong(T expected, T wanted);
};
struct mutex {
  void lock();
  void unlock();
  bool try_lock();
};
struct recursive_mutex : mutex {};
struct shared_mutex : mutex {
  void lock_shared();
  void unlock_shared();
};
template <typename M> struct lock_guard {};
template <typename M> struct scoped_lock {};
template <typename M> struct unique_lock {
  void lock();
  void unlock();
  bool try_lock();
  bool owns_lock();
};
template <typename M> struct shared_lock {
  void lock();
  void unlock();
};
struct condition_variable {
  void wait(unique_lock<mutex> lock);
  void wait_for(unique_lock<mutex> lock);
  void notify_one();
  void notify_all();
};
struct thread {
  thread();
  void join();
  void detach();
  bool joinable();
  int get_id();
  static unsigned hardware_concurrency();
};
template <typename T> struct future {
  T get();
  void wait();
  bool valid();
};
template <typename T> struct promise {
  future<T> get_future();
  void set_value(T value);
};

struct ios_base {
  bool good();
  bool fail();
  bool eof();
  bool bad();
  void clear();
};
struct ostream : ios_base {
  ostream operator<<(int value);
  ostream write(const char* s, streamsize n);
  ostream put(char c);
  ostream flush();
};
struct istream : ios_base {
  istream operator>>(int value);
  istream read(char* to, streamsize n);
  int get();
  istream getline(char* to, streamsize n);
  streamsize gcount();
  int peek();
};
struct iostream : istream, ostream {};
struct stringstream : iostream {
  string str();
};
struct ostringstream : ostream {
  string str();
};
struct istringstream : istream {
  string str();
};
struct ofstream : ostream {
  void open(const char* path);
  bool is_open();
  void close();
};
struct ifstream : istream {
  void open(const char* path);
  bool is_open();
  void close();
};
struct fstream : iostream {
  void open(const char* path);
  bool is_open();
  void close();
};
extern ostream cout;
extern ostream cerr;
extern istream cin;
ostream endl(ostream out);
istream getline(istream in, string& line);

struct exception {
  exception();
  virtual const char* what();
};
struct runtime_error : exception {
  runtime_error(const string& message);
};
struct logic_error : exception {
  logic_error(const string& message);
};
struct invalid_argument : logic_error {
  invalid_argument(const string& message);
};
struct out_of_range : logic_error {
  out_of_range(const string& message);
};
struct bad_alloc : exception {};
struct error_code {
  int value();
  string message();
};
struct system_error : runtime_error {
  error_code code();
};

int printf(const char* format, ...);
int fprintf(FILE* file, const char* format, ...);
int snprintf(char* to, size_t n, const char* format, ...);
void* memcpy(void* to, const void* from, size_t n);
void* memset(void* to, int value, size_t n);
int memcmp(const void* a, const void* b, size_t n);
size_t strlen(const char* s);
int strcmp(const char* a, const char* b);
void abort();
void exit(int code);

}  // namespace std
