" Adds a price.
function! s:add(total, item) abort "> def function s:add; doc Adds a price.
  let sum = a:total + a:item "> none sum
  return sum
endfunction

function shop#twice(x) "> def function shop#twice
  return s:add(a:x, a:x) "> none add
endfunction

let g:limit = 10 "> def variable g:limit
command! -nargs=1 Shop call s:add(<f-args>) "> def function Shop
augroup shop "> def module shop
augroup END
