-- Orders are found by amount and by the card's last four digits.
alter table "Payment" add column "cardEnding" text;
create index "Payment_cardEnding_idx" on "Payment" ("cardEnding");
create index "Order_totalPence_idx" on "Order" ("totalPence");
