import { beforeAll, describe, expect, test } from 'vitest'
import { bulkEmailInput, bulkTemplateInput } from '#shared/schemas/campaigns.ts'
import { speakPlainly } from '#shared/schemas/zod-messages.ts'
import { errors } from './outcome.ts'

beforeAll(speakPlainly)

const mail = { recipients: 'students', subject: 'News', htmlContent: '<p>Hello</p>' }

describe('bulkEmailInput', () => {
  test('fills what is left out', () => {
    expect(bulkEmailInput.parse(mail)).toEqual({
      ...mail,
      textContent: null,
      customEmails: [],
      basis: null,
      draftId: null,
    })
  })

  test('one person is one recipient, however the address is written', () => {
    const customEmails = ['A@example.com', ' a@EXAMPLE.com', '', 'b@example.com']
    expect(bulkEmailInput.parse({ ...mail, recipients: 'custom', customEmails }).customEmails).toHaveLength(2)
  })

  test('what was left in the list counts only where the list goes out', () => {
    expect(bulkEmailInput.parse({ ...mail, customEmails: ['half-typed'] }).customEmails).toEqual([])
    expect(bulkEmailInput.parse({ ...mail, draftId: '' })).toMatchObject({
      customEmails: [],
      draftId: null,
    })
  })

  test.each([
    [{ subject: ' ' }, 'subject', 'Please fill in subject and content'],
    [{ subject: undefined }, 'subject', 'Please fill in subject and content'],
    [{ htmlContent: '' }, 'htmlContent', 'Please fill in subject and content'],
    [{ subject: 'a\r\nBcc: x' }, 'subject', 'Please remove the characters that cannot be shown.'],
    [{ recipients: 'everyone' }, 'recipients', 'Please choose who gets this.'],
    [{ recipients: 'custom' }, 'customEmails', 'Please enter at least one email address.'],
    [
      { recipients: 'custom', customEmails: [' '] },
      'customEmails',
      'Please enter at least one email address.',
    ],
    [
      { recipients: 'custom', customEmails: ['a@example.com', 'nobody'] },
      'customEmails',
      'These are not email addresses: “nobody”.',
    ],
    [
      { recipients: 'custom', customEmails: Array(10_001).fill('a@example.com') },
      'customEmails',
      'A list holds at most 10,000 addresses.',
    ],
  ])('refuses a change %#', (change, field, message) => {
    expect(errors(bulkEmailInput, { ...mail, ...change })).toEqual([{ field, message }])
  })
})

describe('bulkTemplateInput', () => {
  test('takes the three templates with their fields', () => {
    const course = { type: 'courseUpdate', courseName: 'Meteorology', updateDetails: 'A new chapter.\nTAFs.' }
    expect(bulkTemplateInput.parse(course)).toEqual(course)
    const announcement = { type: 'announcement', title: 'Closed', message: 'For a week.', ctaText: '' }
    expect(bulkTemplateInput.parse(announcement)).toEqual({ ...announcement, ctaText: null, ctaUrl: null })
    const newsletter = { type: 'newsletter', month: 'November', year: 2026, content: 'Fog.' }
    expect(bulkTemplateInput.parse(newsletter)).toEqual({ ...newsletter, year: '2026' })
  })

  test.each([
    [undefined, '', 'Please choose a template first.'],
    [{}, 'type', 'Please choose a template first.'],
    [{ type: 'poem' }, 'type', 'Please choose a template first.'],
    [{ type: 'courseUpdate', updateDetails: 'x' }, 'courseName', 'Please enter the course name.'],
    [{ type: 'newsletter', month: 'May', year: 'soon', content: 'x' }, 'year', 'Please enter the year.'],
    [
      { type: 'announcement', title: 'x', message: 'y', ctaUrl: 'javascript:alert(1)' },
      'ctaUrl',
      'Please enter a full link, starting with https://',
    ],
  ])('refuses %j', (input, field, message) => {
    expect(errors(bulkTemplateInput, input)).toEqual([{ field, message }])
  })
})
