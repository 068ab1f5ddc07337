-- Questions to the instructor at a second of a video, and the instructor's notes for all owners.
create table "InstructorNote" (
  "id" text not null,
  "videoId" integer not null,
  "positionSeconds" double precision not null,
  "body" text not null,
  "createdAt" timestamptz(3) not null,
  "createdById" text not null,
  constraint "InstructorNote_pkey" primary key ("id")
);
create index "InstructorNote_videoId_positionSeconds_idx" on "InstructorNote" ("videoId", "positionSeconds");
alter table "InstructorNote" add constraint "InstructorNote_videoId_fkey"
  foreign key ("videoId") references "Video" ("id") on delete restrict on update cascade;
alter table "InstructorNote" add constraint "InstructorNote_createdById_fkey"
  foreign key ("createdById") references "Admin" ("id") on delete restrict on update cascade;

create table "Question" (
  "id" text not null,
  "studentId" text not null,
  "videoId" integer not null,
  "positionSeconds" double precision not null,
  "body" text not null,
  "createdAt" timestamptz(3) not null,
  "answer" text,
  "answeredAt" timestamptz(3),
  "answeredById" text,
  "instructorNoteId" text,
  constraint "Question_pkey" primary key ("id"),
  constraint "Question_answered" check (
    num_nonnulls("answer", "answeredAt", "answeredById") in (0, 3)
    and ("instructorNoteId" is null or "answer" is not null)
  )
);
create unique index "Question_instructorNoteId_key" on "Question" ("instructorNoteId");
create index "Question_studentId_videoId_idx" on "Question" ("studentId", "videoId");
create index "Question_answeredAt_createdAt_idx" on "Question" ("answeredAt", "createdAt");
alter table "Question" add constraint "Question_studentId_fkey"
  foreign key ("studentId") references "Student" ("id") on delete restrict on update cascade;
alter table "Question" add constraint "Question_videoId_fkey"
  foreign key ("videoId") references "Video" ("id") on delete restrict on update cascade;
alter table "Question" add constraint "Question_answeredById_fkey"
  foreign key ("answeredById") references "Admin" ("id") on delete set null on update cascade;
alter table "Question" add constraint "Question_instructorNoteId_fkey"
  foreign key ("instructorNoteId") references "InstructorNote" ("id") on delete set null on update cascade;
