-- AlterTable
ALTER TABLE "MediaGrant" ADD COLUMN     "leftAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "Note" (
    "id" TEXT NOT NULL,
    "studentId" TEXT NOT NULL,
    "videoId" INTEGER NOT NULL,
    "positionSeconds" DOUBLE PRECISION NOT NULL,
    "body" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Note_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Note_studentId_videoId_positionSeconds_idx" ON "Note"("studentId", "videoId", "positionSeconds");

-- AddForeignKey
ALTER TABLE "Note" ADD CONSTRAINT "Note_studentId_fkey" FOREIGN KEY ("studentId") REFERENCES "Student"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Note" ADD CONSTRAINT "Note_videoId_fkey" FOREIGN KEY ("videoId") REFERENCES "Video"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- A note says something about a place in its film.
ALTER TABLE "Note" ADD CONSTRAINT "Note_sane" CHECK (length("body") BETWEEN 1 AND 2000 AND "positionSeconds" BETWEEN 0 AND 86400);
