import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { attentionMessages } from '#shared/messages/attention.ts'
import { AttentionList } from './attention-list.tsx'

/** What needs a person: what happened, what the shop does by itself, and what the admin can do. */
export function AttentionScreen() {
  return (
    <AdminFrame title={attentionMessages.title}>
      <AttentionList />
    </AdminFrame>
  )
}
