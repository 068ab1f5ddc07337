-- AlterEnum
ALTER TYPE "IncidentKind" ADD VALUE 'unhandledEvent';
