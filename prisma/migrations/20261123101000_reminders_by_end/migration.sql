-- What was said of a film's end is kept under that end by now: one that is moved is told anew, one that was told is not.
UPDATE "Reminder" AS said
   SET "subjectId" = film."id" || ':' || (extract(epoch FROM film."expiresAt") * 1000)::bigint
  FROM "Entitlement" AS film
 WHERE said."kind" LIKE 'closing-%' AND said."subjectId" = film."id";
