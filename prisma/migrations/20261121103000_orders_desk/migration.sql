-- The orders desk: lists by time, and finds people and orders by the words they are known by.

-- CreateIndex
CREATE INDEX "Order_createdAt_id_idx" ON "Order"("createdAt", "id");

-- CreateIndex
CREATE INDEX "StripeEvent_intentId_idx" ON "StripeEvent"("intentId");

-- The words of a text, in small letters; whatever is neither letter nor figure parts them.
CREATE FUNCTION search_words(text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN to_tsvector('simple'::regconfig, regexp_replace(lower($1), '[^[:alnum:]]+', ' ', 'g'));

-- What somebody typed: every word has to begin a word of what is found. Null where nothing was typed.
CREATE FUNCTION search_query(text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
  SELECT to_tsquery('simple'::regconfig, string_agg(typed.word || ':*', ' & '))
    FROM (
      SELECT part.word FROM regexp_split_to_table(lower($1), '[^[:alnum:]]+') AS part(word)
       WHERE part.word <> '' LIMIT 8
    ) AS typed
);

CREATE INDEX "Student_words" ON "Student" USING gin (search_words("username" || ' ' || "email" || ' ' || coalesce("businessName", '')));
CREATE INDEX "Order_buyer_words" ON "Order" USING gin (search_words(coalesce("buyer" ->> 'fullName', '') || ' ' || coalesce("buyer" ->> 'businessName', ''))) WHERE "buyer" IS NOT NULL;

-- Mails to an address, however it is spelt.
CREATE INDEX "OutboxMessage_address" ON "OutboxMessage" (lower("toAddress"), "createdAt");
