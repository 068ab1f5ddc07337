-- What a referer called the link that brought the buyer.
alter table "Order" add column "linkName" text;
