-- A check wants these values: a row that is still referred to may not be deleted, instead of a null that the check refuses.
alter table "Session" drop constraint "Session_studentId_fkey";
alter table "Session" add constraint "Session_studentId_fkey"
  foreign key ("studentId") references "Student" ("id") on delete restrict on update cascade;
alter table "Session" drop constraint "Session_refererId_fkey";
alter table "Session" add constraint "Session_refererId_fkey"
  foreign key ("refererId") references "Referer" ("id") on delete restrict on update cascade;
alter table "Session" drop constraint "Session_adminId_fkey";
alter table "Session" add constraint "Session_adminId_fkey"
  foreign key ("adminId") references "Admin" ("id") on delete restrict on update cascade;
alter table "OneTimeToken" drop constraint "OneTimeToken_studentId_fkey";
alter table "OneTimeToken" add constraint "OneTimeToken_studentId_fkey"
  foreign key ("studentId") references "Student" ("id") on delete restrict on update cascade;
alter table "OneTimeToken" drop constraint "OneTimeToken_refererId_fkey";
alter table "OneTimeToken" add constraint "OneTimeToken_refererId_fkey"
  foreign key ("refererId") references "Referer" ("id") on delete restrict on update cascade;
alter table "OneTimeToken" drop constraint "OneTimeToken_adminId_fkey";
alter table "OneTimeToken" add constraint "OneTimeToken_adminId_fkey"
  foreign key ("adminId") references "Admin" ("id") on delete restrict on update cascade;
alter table "RefererApplication" drop constraint "RefererApplication_refererId_fkey";
alter table "RefererApplication" add constraint "RefererApplication_refererId_fkey"
  foreign key ("refererId") references "Referer" ("id") on delete restrict on update cascade;
alter table "Order" drop constraint "Order_refererId_fkey";
alter table "Order" add constraint "Order_refererId_fkey"
  foreign key ("refererId") references "Referer" ("id") on delete restrict on update cascade;
alter table "Refund" drop constraint "Refund_lookalikeId_fkey";
alter table "Refund" add constraint "Refund_lookalikeId_fkey"
  foreign key ("lookalikeId") references "Refund" ("id") on delete restrict on update cascade;
alter table "Refund" drop constraint "Refund_resolvedById_fkey";
alter table "Refund" add constraint "Refund_resolvedById_fkey"
  foreign key ("resolvedById") references "Admin" ("id") on delete restrict on update cascade;
alter table "RefundRequest" drop constraint "RefundRequest_exchangeVideoId_fkey";
alter table "RefundRequest" add constraint "RefundRequest_exchangeVideoId_fkey"
  foreign key ("exchangeVideoId") references "Video" ("id") on delete restrict on update cascade;
alter table "RefundRequest" drop constraint "RefundRequest_answeredById_fkey";
alter table "RefundRequest" add constraint "RefundRequest_answeredById_fkey"
  foreign key ("answeredById") references "Admin" ("id") on delete restrict on update cascade;
alter table "DisputeEvidence" drop constraint "DisputeEvidence_submittedById_fkey";
alter table "DisputeEvidence" add constraint "DisputeEvidence_submittedById_fkey"
  foreign key ("submittedById") references "Admin" ("id") on delete restrict on update cascade;
alter table "Entitlement" drop constraint "Entitlement_orderLineId_fkey";
alter table "Entitlement" add constraint "Entitlement_orderLineId_fkey"
  foreign key ("orderLineId") references "OrderLine" ("id") on delete restrict on update cascade;
alter table "Entitlement" drop constraint "Entitlement_grantedById_fkey";
alter table "Entitlement" add constraint "Entitlement_grantedById_fkey"
  foreign key ("grantedById") references "Admin" ("id") on delete restrict on update cascade;
alter table "Question" drop constraint "Question_answeredById_fkey";
alter table "Question" add constraint "Question_answeredById_fkey"
  foreign key ("answeredById") references "Admin" ("id") on delete restrict on update cascade;
alter table "Document" drop constraint "Document_studentId_fkey";
alter table "Document" add constraint "Document_studentId_fkey"
  foreign key ("studentId") references "Student" ("id") on delete restrict on update cascade;
alter table "Document" drop constraint "Document_refererId_fkey";
alter table "Document" add constraint "Document_refererId_fkey"
  foreign key ("refererId") references "Referer" ("id") on delete restrict on update cascade;
alter table "LedgerEntry" drop constraint "LedgerEntry_commissionId_fkey";
alter table "LedgerEntry" add constraint "LedgerEntry_commissionId_fkey"
  foreign key ("commissionId") references "Commission" ("id") on delete restrict on update cascade;
alter table "UnsubscribeLink" drop constraint "UnsubscribeLink_recipientId_fkey";
alter table "UnsubscribeLink" add constraint "UnsubscribeLink_recipientId_fkey"
  foreign key ("recipientId") references "CampaignRecipient" ("id") on delete restrict on update cascade;
alter table "UnsubscribeLink" drop constraint "UnsubscribeLink_studentId_fkey";
alter table "UnsubscribeLink" add constraint "UnsubscribeLink_studentId_fkey"
  foreign key ("studentId") references "Student" ("id") on delete restrict on update cascade;
