/** Rows that contradict a law; none where it holds. They hold at any moment, in the middle of every fault. */
export const BOOKS: Readonly<Record<string, string>> = {
  'an order is the sum of its lines': `select o.id from "Order" o where o."totalPence" <>
    (select sum(l."grossPence") from "OrderLine" l where l."orderId" = o.id) or o."exVatPence" + o."vatPence" <> o."totalPence"`,
  'VAT is what its rate says, half a penny going up': `select o.id from "Order" o where o."vatPence" <>
    floor(o."totalPence"::numeric * o."vatBps" / (10000 + o."vatBps") + 0.5)`,
  'a paid order has one payment of its sum, and one first invoice of it': `select o.id from "Order" o where o.status = 'paid' and (
    (select count(*) from "Payment" p where p."orderId" = o.id and p.status = 'paid' and p."amountPence" = o."totalPence")
      <> (o."totalPence" > 0)::int
    or (select count(*) from "Document" d where d."orderId" = o.id and d.kind = 'invoice' and d."cancelsId" is null) <> 1
    or (select (d.details->'totals'->>'grossPence')::int from "Document" d where d."orderId" = o.id and d.kind = 'invoice'
        and d."cancelsId" is null) <> o."totalPence")`,
  'an order that is not paid has no invoice and opens nothing': `select o.id from "Order" o where o.status <> 'paid' and (
    exists (select 1 from "Document" d where d."orderId" = o.id) or exists (select 1 from "Entitlement" e where e."orderId" = o.id))`,
  'numbers of documents have no gap and no double': `select s.key as id from "DocumentSeries" s where s."lastNumber" <>
    (select count(distinct d.number) from "Document" d where d."seriesKey" = s.key)`,
  'what was refunded has credit notes of its sum': `select p."orderId" as id from "Payment" p join "Order" o on o.id = p."orderId"
    where o.status = 'paid' and
    (select coalesce(sum(r."creditedPence"), 0) from "Refund" r where r."paymentId" = p.id and r.status in ('pending', 'succeeded')) +
    (select coalesce(sum(x."creditedPence"), 0) from "Dispute" x where x."paymentId" = p.id) <>
    (select coalesce(sum((d.details->'totals'->>'grossPence')::int), 0) from "Document" d where d."orderId" = p."orderId"
      and d.kind = 'creditNote' and not exists (select 1 from "Document" c where c."cancelsId" = d.id))`,
  'commission is earned once a buyer, and follows what stayed paid to the penny': `select c.id from "Commission" c
    join "Order" o on o.id = c."orderId" where
    (select count(*) from "LedgerEntry" e where e."commissionId" = c.id and e.kind = 'earned') <> 1
    or abs((select sum(e."amountPence") from "LedgerEntry" e where e."commissionId" = c.id)
      - (select sum(e."amountPence") from "LedgerEntry" e where e."commissionId" = c.id and e.kind in ('earned', 'corrected'))
        * (o."totalPence" - (select coalesce(sum((d.details->'totals'->>'grossPence')::int), 0) from "Document" d
            where d."orderId" = o.id and d.kind = 'creditNote' and not exists (select 1 from "Document" x where x."cancelsId" = d.id)))
        / o."totalPence"::numeric) > 1`,
  "a student's first order earns where it has a code, and no other does": `select o.id from "Order" o where o.status = 'paid'
    and exists (select 1 from "Commission" c where c."orderId" = o.id) <> (o."refererId" is not null and o."totalPence" > 0
      and not exists (select 1 from "Order" b where b."studentId" = o."studentId" and b.status = 'paid' and b."totalPence" > 0
        and b."paidAt" < o."paidAt"))`,
  'videos are refunded for what they cost, or for what was left': `select r.id from "Refund" r join "Payment" p on p.id = r."paymentId"
    join (select x."refundId", sum(l."grossPence") as pence from "RefundLine" x join "OrderLine" l on l.id = x."orderLineId" group by 1) s
      on s."refundId" = r.id
    where r."requestedById" is not null and r."amountPence" <> s.pence and (r."amountPence" > s.pence or p."amountPence" > r."amountPence"
      + (select coalesce(sum(y."amountPence"), 0) from "Refund" y where y."paymentId" = p.id and y.id <> r.id)
      + (select coalesce(sum(d."takenPence"), 0) from "Dispute" d where d."paymentId" = p.id))`,
  'a document has the sums of what it is about': `select d.id from "Document" d join "Order" o on o.id = d."orderId"
    where d.kind = 'invoice' and d."cancelsId" is null and d.details->'totals' <> jsonb_build_object(
      'netPence', o."exVatPence", 'vatPence', o."vatPence", 'grossPence', o."totalPence")
    union all select d.id from "Document" d join "Payout" p on p.id = d."payoutId" where d.details->'totals' <> jsonb_build_object(
      'netPence', p."payoutPence", 'vatPence', p."vatPence", 'grossPence', p."totalPence")`,
  'credit notes take back no more VAT than was paid, and all of it with the last penny': `select o.id from "Order" o join (
    select d."orderId", sum((d.details->'totals'->>'vatPence')::int) as vat, sum((d.details->'totals'->>'grossPence')::int) as gross
      from "Document" d where d.kind = 'creditNote' and not exists (select 1 from "Document" x where x."cancelsId" = d.id) group by 1) c
    on c."orderId" = o.id where c.vat > o."vatPence" or (c.gross = o."totalPence" and c.vat <> o."vatPence")`,
  // An invoice is dated when its transaction begins, in which the clock may leap: the job of a webhook begins unseen.
  'a credit note is dated when it was made': `select d.id from "Document" d
    join (select unnest("documentIds") as id, min("createdAt") as at from "OutboxMessage" group by 1) m on m.id = d.id
    where d.kind = 'creditNote' and d."issuedAt" not between m.at - interval '3 minutes' and m.at + interval '3 minutes'`,
  'a line is refunded once': `select x."orderLineId" as id from "RefundLine" x join "Refund" r on r.id = x."refundId"
    where r.status in ('requested', 'waiting', 'pending', 'succeeded') group by 1 having count(*) > 1`,
  'a term ends so many months later at the same hour in London': `select e.id from "Entitlement" e join "Order" o on o.id = e."orderId"
    where e."startsAt" = o."paidAt" and e."expiresAt" <> ((o."paidAt" at time zone 'Europe/London')
      + make_interval(months => case when o."isBundle" then o."bundleMonths" else o."singleMonths" end)) at time zone 'Europe/London'`,
  'a renewal begins where the old term ends': `select e.id from "Entitlement" e join "Order" o on o.id = e."orderId"
    where case when e."startsAt" <> o."paidAt" then not exists (select 1 from "Entitlement" b where b."studentId" = e."studentId"
      and b."videoId" = e."videoId" and b."expiresAt" = e."startsAt")
    else (select max(b."expiresAt") from "Entitlement" b where b."studentId" = e."studentId" and b."videoId" = e."videoId"
      and b."orderId" <> e."orderId" and b."startsAt" <= o."paidAt" and b."expiresAt" > o."paidAt"
      and (b."revokedAt" is null or b."revokedAt" > o."paidAt")) < o."paidAt" + interval '13 days' end`,
  'no ledger entry is paid twice': `select x."entryId" as id from "PayoutEntry" x join "Payout" p on p.id = x."payoutId"
    where p.status <> 'void' group by 1 having count(*) > 1`,
  'no ledger entry is paid before its quarter': `select x."entryId" as id from "PayoutEntry" x join "Payout" p on p.id = x."payoutId"
    join "LedgerEntry" e on e.id = x."entryId" where p.status <> 'void' and e.quarter > p.quarter`,
  'one payout for each referer and quarter': `select min(p.id) as id from "Payout" p where p.status <> 'void'
    group by p."refererId", p.quarter having count(*) > 1`,
  'a payout is the sum of its entries, with one document once it was paid': `select p.id from "Payout" p where p.status <> 'void' and (
    p."payoutPence" <> (select sum(e."amountPence") from "PayoutEntry" x join "LedgerEntry" e on e.id = x."entryId" where x."payoutId" = p.id)
    or (select count(*) from "Document" d where d."payoutId" = p.id)
      <> (exists (select 1 from "AuditEntry" a where a.action = 'payout.paid' and a."subjectId" = p.id))::int)`,
  // The agreement to self-billing ends after a year, as a history does.
  'VAT is paid to a club that is registered for it, on its own invoice': `select p.id from "Payout" p
    join "Referer" f on f.id = p."refererId" where p.status <> 'void' and (p."totalPence" <> p."payoutPence" + p."vatPence"
    or p."vatPence" <> case when f."isVatRegistered" then floor(p."payoutPence" * 0.2 + 0.5) else 0 end
    or exists (select 1 from "Document" d where d."payoutId" = p.id
      and d.kind::text <> case when f."isVatRegistered" then 'selfBilledInvoice' else 'commissionStatement' end))`,
  'what an admin did is on record once': `select r.id from "Refund" r where r."requestedById" is not null and
    (select count(*) from "AuditEntry" a where a.action = 'refund.requested' and a.details->>'refundId' = r.id) <> 1
    union all select p.id from "Payout" p where (p.status = 'paid')::int <>
    (select count(*) filter (where a.action = 'payout.paid') - count(*) filter (where a.action = 'payout.pending')
      from "AuditEntry" a where a."subjectId" = p.id)`,
  'who did it is on record': `select a.id from "AuditEntry" a where a."actorKind" = 'admin'
    and not exists (select 1 from "Admin" x where x.id = a."actorId")`,
  'a campaign goes once to each address': `select min(r.id) as id from "CampaignRecipient" r group by r."campaignId", r."addressKey"
    having count(*) > 1`,
}

/** The same once a quiet time has passed: a job that failed, as where its connection was lost, is tried again within it. */
export const SETTLED_BOOKS: Readonly<Record<string, string>> = {
  'a quarter that has ended is closed': `select e."refererId" as id from "LedgerEntry" e join "Referer" f on f.id = e."refererId"
    where f."endedAt" is null and not e."isEstimate"
    and e.quarter < to_char((:now - interval '2 days') at time zone 'Europe/London', 'YYYY"-Q"Q')
    and not exists (select 1 from "PayoutEntry" x join "Payout" p on p.id = x."payoutId" where x."entryId" = e.id and p.status <> 'void')
    group by 1 having sum(e."amountPence") >= 1000 and max(e."writtenAt") < :now - interval '2 days'`,
}

/** What is still on its way at `:now`: while there is any, the shop is given time. Each needs no person. */
export const ON_ITS_WAY: Readonly<Record<string, string>> = {
  'mails that wait': `select template as id from "OutboxMessage" where status in ('queued', 'sending')`,
  'events not handled': `select type as id from "StripeEvent" where "processedAt" is null`,
  'refunds not settled': `select r.id from "Refund" r where r.status in ('requested', 'waiting')
    and not exists (select 1 from "Dispute" d where d."paymentId" = r."paymentId" and d.status = 'open')`,
  'payments not settled': `select p."orderId" as id from "Payment" p join "Order" o on o.id = p."orderId"
    where p.status = 'processing' or (p.status = 'paid' and (p."feeIsEstimate" or o.status = 'open'))`,
  'orders open beyond their time': `select o.id from "Order" o where o.status = 'open' and o."expiresAt" < :now`,
  // The hourly look at Stripe's balance closes them.
  'balances that differ': `select "subjectId" as id from "Incident" where kind = 'unmatchedBalance' and "closedAt" is null`,
  'campaigns not sent': `select c.id from "Campaign" c where c.status = 'sending'`,
}

/** Where jobs are in PostgreSQL. */
export const AT_WORK = `select name as id from bullmq.job where state = 'active'`

/** Rows of a time that has not come: a clock of the simulation was wrong, and what follows from it says nothing of the shop. */
export const FUTURE = `select 'order ' || id as id from "Order" where greatest("createdAt", "paidAt") > :now
  union all select 'mail ' || id from "OutboxMessage" where "createdAt" > :now
  union all select 'event ' || id from "StripeEvent" where "receivedAt" > :now`
