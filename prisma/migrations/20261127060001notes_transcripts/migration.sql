-- The words of the captions, for searching them.
create table "Transcript" (
  "videoId" integer not null,
  "key" text not null,
  "bytes" double precision not null,
  constraint "Transcript_pkey" primary key ("videoId")
);
alter table "Transcript" add constraint "Transcript_videoId_fkey"
  foreign key ("videoId") references "Video" ("id") on delete restrict on update cascade;

create table "TranscriptCue" (
  "videoId" integer not null,
  "position" integer not null,
  "startSeconds" double precision not null,
  "text" text not null,
  "passage" text not null,
  constraint "TranscriptCue_pkey" primary key ("videoId", "position")
);
alter table "TranscriptCue" add constraint "TranscriptCue_videoId_fkey"
  foreign key ("videoId") references "Transcript" ("videoId") on delete restrict on update cascade;
create index "TranscriptCue_words" on "TranscriptCue" using gin (to_tsvector('english'::regconfig, "passage"));
