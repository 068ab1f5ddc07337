-- What was played of a video, each second once, beside the position.
ALTER TABLE "Progress" ADD COLUMN "watched" int4multirange,
ADD COLUMN "watchedSeconds" INTEGER,
ADD COLUMN "durationSeconds" INTEGER;

-- The number is that of the ranges, as far as a check can tell: some where there are some, and no more than fit.
ALTER TABLE "Progress" ADD CONSTRAINT "Progress_watched" CHECK (
  (("watched" IS NULL) = ("watchedSeconds" IS NULL))
  AND ("watched" IS NULL OR (
    ("watchedSeconds" = 0) = isempty("watched")
    AND "watchedSeconds" BETWEEN 0 AND coalesce(upper("watched") - lower("watched"), 0)
    AND coalesce(lower("watched"), 0) >= 0
  ))
);
