-- What was bought.
CREATE TABLE shop.orders ( --> def struct orders; doc What was bought.
  id INT PRIMARY KEY, --> def field orders.id
  "the total" NUMERIC(10, 2) NOT NULL --> def field orders.the total
);

CREATE VIEW open_orders AS SELECT id FROM orders; --> def struct open_orders; none orders

/* Sums an order. */
CREATE OR REPLACE FUNCTION total(a int) RETURNS int AS $$ --> def function total; doc Sums an order.
  SELECT price FROM items --> none items
$$ LANGUAGE sql;

CREATE OR REPLACE FUNCTION twice(mood) RETURNS mood AS 'twice', 'twice_mood' LANGUAGE C; --> def function twice; none mood
COMMENT ON FUNCTION gone(int) IS 'It is gone.'; --> none *
CREATE PROCEDURE close_order(a int) LANGUAGE sql AS $$ SELECT 1 $$; --> def function close_order

CREATE TRIGGER audit BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION total(); --> def function audit; none total
CREATE UNIQUE INDEX IF NOT EXISTS by_id ON orders(id); --> def constant by_id
CREATE TYPE mood AS ENUM ('glad', 'sad'); --> def enum mood; def constant mood.glad
ALTER TABLE orders ADD COLUMN note text; --> def field orders.note
SELECT * FROM orders; --> none *
