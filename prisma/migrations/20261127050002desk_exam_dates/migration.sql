-- The days of a student's exams, from which the plan is made.
CREATE TABLE "ExamDate" (
    "studentId" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "day" DATE NOT NULL,

    CONSTRAINT "ExamDate_pkey" PRIMARY KEY ("studentId","subject")
);

ALTER TABLE "ExamDate" ADD CONSTRAINT "ExamDate_studentId_fkey" FOREIGN KEY ("studentId") REFERENCES "Student"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
