import type { EmailSite } from './prop-parts.ts'

/** A plainly made-up trader for previews. */
export const previewSite: EmailSite = {
  name: 'Crosswind Films Ltd',
  address: '1 Example Street, Little Crosswind, ZZ9 9ZZ',
  email: 'instructor@example.com',
  companyNumber: '00000000',
  vatNumber: 'GB000000000',
  publicUrl: 'https://shop.example.com',
}
