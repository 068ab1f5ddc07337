import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { questionGroups } from '#client/features/pages/questions.ts'
import { SupportScreen } from '#client/features/pages/support-screen.tsx'
import type { PageData } from '#client/site/page-data.ts'
import { makePageData } from '#tests/client/app/page-data-fixture.ts'
import { openScreen } from '#tests/client/features/auth/open-screen.tsx'
import { fakeServer } from '#tests/support/fake-server.ts'

const groups = questionGroups(makePageData())
const questions = groups.flatMap((group) => group.questions)

function open(at = '/support', data: Partial<PageData> = {}) {
  fakeServer({})
  return openScreen({ Screen: SupportScreen, at, data })
}

const shown = () => document.querySelectorAll('details')
async function search(user: ReturnType<typeof open>, query: string) {
  await user.click(await box())
  await user.paste(query)
}

const box = () => screen.findByRole('searchbox', { name: 'Search the answers' })

test('six groups, each answer with an anchor of its own', () => {
  expect(groups.map(({ heading }) => heading)).toEqual([
    'General',
    'Account and access',
    'Buying and payments',
    'Dashboard and video access',
    'Troubleshooting',
    'Other',
  ])
  const anchors = [...groups, ...questions].map(({ id }) => id)
  expect(new Set(anchors).size).toBe(anchors.length)
  for (const { text } of questions) expect(text.length).toBeGreaterThan(40)
})

test.each([
  ['is it safe', 'safe'],
  ['14 days', 'fourteen-days'],
  ['VAT company', 'company-invoice'],
  ['chromecast', 'tv'],
  ['subtitles', 'captions'],
  ['forgot password', 'forgotten-password'],
  ['delete my account', 'delete-account'],
  ['gift', 'gift'],
  ['money back', 'refunds'],
  ['offline', 'download'],
  ['film wont play', 'does-not-play'],
  ['won’t play', 'does-not-play'],
  ['videos not working', 'does-not-play'],
  ['stuck loading', 'slow-line'],
  ['certificate', 'is-it-enough'],
  ['lost password', 'forgotten-password'],
  ["can't log in", 'forgotten-password'],
  ['receipts', 'invoice'],
  ['get my money back', 'refunds'],
  ['how do i get a refund please', 'refunds'],
  ['refund', 'refunds'],
  ['wrong film', 'wrong-film'],
  ['bought the wrong one', 'wrong-film'],
  ['changed my mind', 'refunds'],
  ['I have changed my mind', 'fourteen-days'],
  ['exchange', 'wrong-film'],
  ['i cannot log in', 'forgotten-password'],
  ['where are my receipts', 'invoice'],
  ['can i watch it on my tv', 'tv'],
])('“%s” finds the answer %s', async (query, id) => {
  const user = open()
  await search(user, query)
  expect(document.getElementById(id)).toBeVisible()
  expect(shown().length).toBeLessThan(questions.length / 2)
})

test('filters as one types, opens what is few, marks it, and says how many there are', async () => {
  const user = open()
  expect(await screen.findByRole('status')).toHaveTextContent(`${questions.length} answers`)
  await search(user, 'voucher')
  const [answer, ...more] = shown()
  expect(screen.getByRole('status')).toHaveTextContent(`${more.length + 1} answers found`)
  expect(answer?.open).toBe(true)
  expect(document.querySelector('mark')).toHaveTextContent(/voucher/i)
  await user.keyboard('{Enter}')
  expect(answer?.querySelector('summary')).toHaveFocus()
  await user.type(await box(), '{Escape}')
  expect(shown()).toHaveLength(questions.length)
})

test('how many videos play at once is what the shop is set to', () => {
  open('/support#two-devices', { maxStreams: 3 })
  expect(screen.getByText(/Three can play at the same moment\./)).toBeInTheDocument()
})

test('the box to search in comes before the ways to write, which stand beside the answers', async () => {
  open()
  const mail = screen.getByRole('link', { name: 'Email Support' })
  expect((await box()).compareDocumentPosition(mail) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
  const groups = screen.getByRole('navigation', { name: 'Groups of answers' })
  expect(groups.parentElement).toContainElement(mail)
})

test('where nothing is found there is a way to write', async () => {
  const user = open()
  await search(user, 'helicopter')
  expect(screen.getByRole('heading', { name: 'No answer holds “helicopter”' })).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('No answer found')
  expect(screen.getByRole('link', { name: 'Ask the instructor' })).toHaveAttribute('href', '/contact')
})

test('a link to an answer opens it, and it alone', async () => {
  open('/support#refunds')
  await box()
  expect(
    Array.from(shown())
      .filter((one) => one.open)
      .map(({ id }) => id),
  ).toEqual(['refunds'])
})
