/**
 * The statements of the large demo in their order: sets, not rows, so that a hundred thousand sales take seconds.
 * `$1` is the JSON of `LargeDetails`, where a statement has parameters. Everything is reckoned from a sale's number, so
 * that the same size gives the same books.
 */
export const LARGE_STATEMENTS: readonly string[] = [
  `create function pg_temp.large_id(kind text, i bigint, at timestamptz) returns text language sql stable as $f$
    select lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || '7'
      || lpad(to_hex(i % 4096), 3, '0') || substr(md5(kind || i), 1, 16) $f$`,

  `create function pg_temp.london_quarter(at timestamptz) returns text language sql stable as $f$
    select to_char(at at time zone 'Europe/London', 'YYYY"-Q"Q') $f$`,

  `create function pg_temp.iso(at timestamptz) returns text language sql stable as $f$
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $f$`,

  // lpad alone cuts what is longer: the millionth invoice would get the number of the hundred-thousandth.
  `create function pg_temp.series_number(n bigint) returns text language sql immutable as $f$
    select lpad(n::text, greatest(6, length(n::text)), '0') $f$`,

  `create temp table "largeCart" on commit drop as
    select (b.ordinality - 1)::int as "cart", b.value as "details"
    from jsonb_array_elements($1::jsonb -> 'carts') with ordinality b`,

  `create temp table "largeReferer" on commit drop as
    select r.i, pg_temp.large_id('referer', r.i, ($1::jsonb ->> 'from')::timestamptz) as "id",
      'PRACTICE' || lpad(r.i::text, 4, '0') as "code", r.i % 5 = 0 as "isRegistered"
    from generate_series(1, ($1::jsonb ->> 'referers')::int) r(i)`,

  `insert into "Referer" ("id", "name", "contactEmail", "contactEmailKey", "contactName", "country", "isVatRegistered",
      "vatNumber", "addressLine1", "city", "postcode", "referralCode", "passwordHash", "discountBps", "commissionBps", "createdAt")
    select "id", 'Practice Club ' || lpad(i::text, 4, '0'), 'club-' || i || '@practice.example.com',
      'club-' || i || '@practice.example.com', 'Secretary ' || i, 'United Kingdom', "isRegistered",
      case when "isRegistered" then 'GB' || (100000000 + i) end, i || ' Hangar Lane', 'Little Crosswind', 'ZZ9 9ZZ',
      "code", $1::jsonb ->> 'passwordHash', 1000, 500, ($1::jsonb ->> 'from')::timestamptz
    from "largeReferer"`,

  // Four in five are a person's first order; in between, earlier students come again.
  `create temp table "largeSale" on commit drop as
    with "size" as (
      select ($1::jsonb ->> 'sales')::int as "sales", ($1::jsonb ->> 'referers')::int as "referers",
        ($1::jsonb ->> 'from')::timestamptz as "from", ($1::jsonb ->> 'now')::timestamptz as "now"
    ), "timed" as (
      select g.i, s.*, date_trunc('milliseconds', s."from" + (s."now" - s."from") * power(g.i::float8 / s."sales", 0.8)) as "paidAt",
        case when g.i % 5 <> 0 then g.i - g.i / 5 else g.i / 5 end as "student",
        g.i % 5 <> 0 as "isFirst", g.i % 10 < 7 as "hasCode",
        case when g.i % 5 = 0 then 1 + g.i * 17 % 7
          when g.i * 31 % 20 < 6 then 0 when g.i * 31 % 20 < 14 then 1 + g.i * 17 % 7 else 8 + g.i % 3 end as "choice"
      from "size" s, generate_series(1, s."sales") g(i)
    )
    select t.i, t."paidAt", t."student", t."isFirst", t."choice" * 2 + t."hasCode"::int as "cart",
      pg_temp.large_id('order', t.i, t."paidAt") as "orderId", r."id" as "refererId", r."code",
      'INV-' || pg_temp.series_number(($1::jsonb ->> 'lastInvoice')::int + t.i) as "label",
      pg_temp.large_id('student', t."student", ($1::jsonb ->> 'from')::timestamptz) as "studentId",
      case when t.i % 47 = 0 and t."paidAt" + interval '10 days' < t."now" then t."paidAt" + interval '10 days' end as "refundedAt"
    from "timed" t
    left join "largeReferer" r on t."hasCode" and r.i = 1 + t.i::bigint * 7919 / 10 % t."referers"`,

  // What a cart costs stands once, not with each of its sales.
  `create temp view "largeSold" as select s.*, b."details" from "largeSale" s join "largeCart" b using ("cart")`,

  'analyze "largeSale", "largeCart"',

  `insert into "Student" ("id", "username", "usernameKey", "email", "emailKey", "passwordHash", "verifiedAt", "createdAt", "lastSeenAt")
    select "studentId", 'Practice ' || "student", 'practice ' || "student", 'pilot-' || "student" || '@practice.example.com',
      'pilot-' || "student" || '@practice.example.com', $1::jsonb ->> 'passwordHash', "paidAt", "paidAt", "paidAt"
    from "largeSold" where "isFirst"`,

  `insert into "Order" ("id", "studentId", "status", "cartKey", "isBundle", "collectionDiscount", "subtotalPence",
      "collectionDiscountPence", "referralDiscountPence", "totalPence", "exVatPence", "vatPence", "vatBps", "sellerVatNumber", "singleMonths",
      "bundleMonths", "refererId", "referralCode", "discountBps", "commissionBps", "createdAt", "expiresAt", "paidAt")
    select "orderId", "studentId", 'paid', 'large:' || "cart", ("details" ->> 'isBundle')::boolean,
      case when ("details" ->> 'isBundle')::boolean then 'bundle' else 'none' end::"CollectionDiscount",
      ("details" ->> 'subtotalPence')::int, ("details" ->> 'collectionDiscountPence')::int,
      ("details" ->> 'referralDiscountPence')::int, ("details" ->> 'totalPence')::int, ("details" ->> 'exVatPence')::int,
      ("details" ->> 'vatPence')::int, ($1::jsonb ->> 'vatBps')::int, $1::jsonb #>> '{seller,vatNumber}', 3, 12, "refererId", "code",
      case when "refererId" is not null then 1000 end, case when "refererId" is not null then 500 end,
      "paidAt" - interval '2 minutes', "paidAt" + interval '1 day', "paidAt"
    from "largeSold"`,

  `create temp table "largeLine" on commit drop as
    select pg_temp.large_id('line' || (l.value ->> 'videoId'), s.i, s."paidAt") as "id", s."orderId", s."studentId", s."paidAt",
      s."refundedAt", (s."details" ->> 'isBundle')::boolean as "isBundle", (s."details" ->> 'months')::int as "months", l.value as "line"
    from "largeSold" s, jsonb_array_elements(s."details" -> 'lines') l`,

  `insert into "OrderLine" ("id", "orderId", "videoId", "title", "listPence", "collectionDiscountPence", "referralDiscountPence",
      "grossPence", "exVatPence", "vatPence")
    select "id", "orderId", ("line" ->> 'videoId')::int, "line" ->> 'title', ("line" ->> 'listPence')::int,
      ("line" ->> 'collectionDiscountPence')::int, ("line" ->> 'referralDiscountPence')::int, ("line" ->> 'grossPence')::int,
      ("line" ->> 'exVatPence')::int, ("line" ->> 'vatPence')::int
    from "largeLine"`,

  `insert into "Entitlement" ("id", "studentId", "videoId", "orderId", "orderLineId", "isBundle", "startsAt", "expiresAt", "revokedAt", "revokedReason")
    select "id", "studentId", ("line" ->> 'videoId')::int, "orderId", "id", "isBundle", "paidAt",
      "paidAt" + make_interval(months => "months"), "refundedAt", case when "refundedAt" is not null then 'refunded' end
    from "largeLine"`,

  `insert into "Payment" ("id", "orderId", "intentId", "chargeId", "status", "amountPence", "method", "feePence", "refundedPence",
      "createdAt", "paidAt", "reconciledAt")
    select pg_temp.large_id('payment', i, "paidAt"), "orderId", 'pi_large_' || i, 'ch_large_' || i, 'paid', ("details" ->> 'totalPence')::int, 'card',
      ("details" ->> 'feePence')::int, case when "refundedAt" is null then 0 else ("details" ->> 'totalPence')::int end,
      "paidAt" - interval '1 minute', "paidAt", "paidAt"
    from "largeSold"`,

  `insert into "Document" ("id", "seriesKey", "number", "label", "kind", "orderId", "studentId", "details", "issuedAt")
    select pg_temp.large_id('invoice', i, "paidAt"), 'invoice', ($1::jsonb ->> 'lastInvoice')::int + i, "label", 'invoice',
      "orderId", "studentId", jsonb_build_object('kind', 'simplified', 'number', "label", 'issuedAt', pg_temp.iso("paidAt"),
        'seller', $1::jsonb -> 'seller', 'buyer', jsonb_build_object('name', 'Practice ' || "student", 'email', 'pilot-' || "student" || '@practice.example.com'),
        'vatRate', $1::jsonb -> 'vatRate', 'totals', "details" -> 'totals', 'orderId', "orderId", 'lines', "details" -> 'invoiceLines',
        'paidAt', pg_temp.iso("paidAt"), 'method', 'Card', 'cancellation', 'waived'), "paidAt"
    from "largeSold"`,

  `create temp table "largeRefund" on commit drop as
    select s.*, pg_temp.large_id('refund', s.i, s."refundedAt") as "refundId", pg_temp.large_id('payment', s.i, s."paidAt") as "paymentId",
      row_number() over (order by s."refundedAt", s.i) as "n",
      'CN-' || pg_temp.series_number(($1::jsonb ->> 'lastCreditNote')::int + row_number() over (order by s."refundedAt", s.i)) as "note"
    from "largeSold" s where s."refundedAt" is not null`,

  `insert into "Refund" ("id", "paymentId", "stripeRefundId", "status", "amountPence", "creditedPence", "vatPence", "reason", "createdAt", "settledAt")
    select "refundId", "paymentId", 're_large_' || i, 'succeeded', ("details" ->> 'totalPence')::int, ("details" ->> 'totalPence')::int,
      ("details" ->> 'vatPence')::int, 'Bought by mistake', "refundedAt", "refundedAt"
    from "largeRefund"`,

  `insert into "RefundLine" ("refundId", "orderLineId")
    select r."refundId", l."id" from "largeRefund" r join "largeLine" l on l."orderId" = r."orderId"`,

  `insert into "Document" ("id", "seriesKey", "number", "label", "kind", "orderId", "studentId", "refundId", "details", "issuedAt")
    select pg_temp.large_id('note', i, "refundedAt"), 'creditNote', ($1::jsonb ->> 'lastCreditNote')::int + "n", "note", 'creditNote',
      "orderId", "studentId", "refundId", jsonb_build_object('number', "note", 'issuedAt', pg_temp.iso("refundedAt"),
        'seller', $1::jsonb -> 'seller', 'buyer', jsonb_build_object('name', 'Practice ' || "student", 'email', 'pilot-' || "student" || '@practice.example.com'),
        'vatRate', $1::jsonb -> 'vatRate', 'totals', "details" -> 'totals', 'orderId', "orderId", 'lines', "details" -> 'creditLines',
        'invoice', jsonb_build_object('number', "label", 'issuedAt', pg_temp.iso("paidAt")),
        'reason', 'Bought by mistake', 'refund', jsonb_build_object('refundedAt', pg_temp.iso("refundedAt"), 'method', 'Card')), "refundedAt"
    from "largeRefund"`,

  `insert into "Commission" ("id", "orderId", "studentId", "refererId", "commissionBps", "createdAt")
    select pg_temp.large_id('commission', i, "paidAt"), "orderId", "studentId", "refererId", 500, "paidAt"
    from "largeSold" where "isFirst" and "refererId" is not null`,

  `insert into "LedgerEntry" ("id", "refererId", "commissionId", "kind", "amountPence", "quarter", "writtenAt")
    select pg_temp.large_id('earned', i, "paidAt"), "refererId", pg_temp.large_id('commission', i, "paidAt"), 'earned',
      ("details" ->> 'commissionPence')::int, pg_temp.london_quarter("paidAt"), "paidAt"
    from "largeSold" where "isFirst" and "refererId" is not null`,

  `insert into "LedgerEntry" ("id", "refererId", "commissionId", "kind", "amountPence", "quarter", "writtenAt", "refundId", "reason")
    select pg_temp.large_id('reversed', i, "refundedAt"), "refererId", pg_temp.large_id('commission', i, "paidAt"), 'reversed',
      -("details" ->> 'commissionPence')::int, pg_temp.london_quarter("refundedAt"), "refundedAt", "refundId", 'The refund paid the buyer back'
    from "largeRefund" where "isFirst" and "refererId" is not null`,

  // What the statements below look for must be known to the planner, which has not seen these tables filled.
  'analyze "LedgerEntry", "Referer", "Commission", "Order", "OrderLine", "Payment", "Document", "Entitlement", "Student", "Refund"',
]

/** Closes one quarter as the shop does: all that is unpaid up to its end, from £10 up. `$1` label, `$2` the close's time, `$3` status, `$4` paid when. */
export const CLOSE_QUARTER: readonly [string, string] = [
  `create temp table "largeDue" on commit drop as
    select e."id" as "entryId", e."refererId", e."amountPence", e."commissionId"
    from "LedgerEntry" e join "largeReferer" r on r."id" = e."refererId"
    where e."quarter" <= $1 and not exists (select 1 from "PayoutEntry" p where p."entryId" = e."id" and not p."isVoid")`,
  `with "sum" as (
      select d."refererId", sum(d."amountPence")::int as "pence", count(distinct d."commissionId")::int as "orders"
      from "largeDue" d group by 1 having sum(d."amountPence") >= 1000
    ), "made" as (
      insert into "Payout" ("id", "refererId", "quarter", "status", "payoutPence", "vatPence", "totalPence", "orderCount", "createdAt", "paidAt")
      select pg_temp.large_id('payout' || $1, r.i, $2::timestamptz), s."refererId", $1, $3::"PayoutStatus", s."pence",
        case when r."isRegistered" then (s."pence" * 2 + 5) / 10 else 0 end,
        s."pence" + case when r."isRegistered" then (s."pence" * 2 + 5) / 10 else 0 end, s."orders", $2::timestamptz, $4::timestamptz
      from "sum" s join "largeReferer" r on r."id" = s."refererId"
      returning "id", "refererId"
    )
    insert into "PayoutEntry" ("payoutId", "entryId", "isVoid")
    select m."id", d."entryId", false from "made" m join "largeDue" d on d."refererId" = m."refererId"`,
]

/** The documents of the paid payouts, numbered in the order of payment. `$1` as above. */
export const NUMBER_PAYOUTS = `
  with "paid" as (
    select p.*, r."name", r."vatNumber", r."addressLine1",
      ($1::jsonb ->> 'lastPayout')::int + row_number() over (order by p."paidAt", p."id") as "n"
    from "Payout" p join "largeReferer" l on l."id" = p."refererId" join "Referer" r on r."id" = p."refererId"
    where p."status" = 'paid'
  ), "part" as (
    select x."payoutId", e."quarter", sum(e."amountPence")::int as "pence"
    from "PayoutEntry" x join "LedgerEntry" e on e."id" = x."entryId" group by 1, 2
  ), "line" as (
    select "payoutId", jsonb_agg(jsonb_build_object(
        'description', 'Commission on first orders, ' || right("quarter", 2) || ' ' || left("quarter", 4), 'note', null, 'netPence', "pence")
        order by "quarter") as "lines"
    from "part" group by 1
  )
  insert into "Document" ("id", "seriesKey", "number", "label", "kind", "payoutId", "refererId", "details", "issuedAt")
  select pg_temp.large_id('paper', p."n", p."paidAt"), 'payout', p."n", 'PAY-' || pg_temp.series_number(p."n"),
    case when p."vatPence" = 0 then 'commissionStatement' else 'remittanceAdvice' end::"DocumentKind", p."id", p."refererId",
    jsonb_build_object('kind', case when p."vatPence" = 0 then 'commissionStatement' else 'remittanceAdvice' end,
      'number', 'PAY-' || pg_temp.series_number(p."n"), 'issuedAt', pg_temp.iso(p."paidAt"),
      'paidAt', pg_temp.iso(p."paidAt"), 'payoutId', p."id",
      'quarter', right(p."quarter", 2) || ' ' || left(p."quarter", 4), 'customer', $1::jsonb -> 'seller',
      'supplier', jsonb_build_object('name', p."name", 'businessName', null, 'address', p."addressLine1", 'vatNumber', p."vatNumber", 'companyNumber', null),
      'lines', l."lines", 'vatRate', case when p."vatPence" = 0 then 0 else 0.2 end,
      'totals', jsonb_build_object('netPence', p."payoutPence", 'vatPence', p."vatPence", 'grossPence', p."totalPence"),
      'agreement', null, 'accountEnding', null), p."paidAt"
  from "paid" p join "line" l on l."payoutId" = p."id"`
