-- How many customers a club brought: read in this order they need no sorting.
CREATE INDEX "Order_customers_by_club" ON "Order" ("refererId", "studentId") WHERE "status" = 'paid';
