-- Whether a referer can be paid by bank transfer, without opening what is sealed. Whether a name is among it only the seal knows: the next
-- change says so.
alter table "Referer" add column "hasWholeBank" boolean not null default false;
update "Referer" set "hasWholeBank" = true
  where "bankDetailsSealed" is not null and "bankSortCodeEnding" is not null and "bankAccountEnding" is not null;
