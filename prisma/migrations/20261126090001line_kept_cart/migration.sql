-- What was in the cart at registration, for another browser of the same student.
ALTER TABLE "Student" ADD COLUMN "cartVideoIds" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[];
