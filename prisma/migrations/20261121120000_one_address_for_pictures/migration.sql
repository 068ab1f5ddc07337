-- A still had an address of its own beside that of every other public file; now each file has one.
UPDATE "Video" SET "imageUrl" = '/previews/' || "MediaFile"."key"
FROM "MediaFile"
WHERE "MediaFile"."videoId" = "Video"."id"
  AND "MediaFile"."kind" = 'poster'
  AND "MediaFile"."rendition" = ''
  AND "Video"."imageUrl" LIKE '/posters/%';

UPDATE "Video" SET "imageUrl" = '/previews/' || substr("imageUrl", length('/posters/') + 1)
WHERE "imageUrl" LIKE '/posters/%';
