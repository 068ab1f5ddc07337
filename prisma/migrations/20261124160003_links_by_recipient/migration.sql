-- Old recipients go with their links: without an index each of them would be looked for in the whole table.
CREATE INDEX "UnsubscribeLink_recipientId_idx" ON "UnsubscribeLink"("recipientId");
CREATE INDEX "UnsubscribeLink_reminders" ON "UnsubscribeLink"("createdAt") WHERE "studentId" IS NOT NULL;
