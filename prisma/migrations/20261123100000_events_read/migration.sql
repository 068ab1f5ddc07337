-- CreateTable
CREATE TABLE "EventsRead" (
    "id" INTEGER NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "EventsRead_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "EventsRead" ADD CONSTRAINT "EventsRead_single" CHECK ("id" = 1);
