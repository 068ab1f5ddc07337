import { describe, expect, test } from 'vitest'
import { isAppPath, publicPaths, renderPage, renderShellHead } from '#client/entry-server.tsx'
import { makePageData } from './page-data-fixture.ts'

const data = makePageData()
const pages = publicPaths(data)

test('the pages for everybody are home, seven films and the small print', () => {
  expect(pages).toEqual([
    '/',
    ...data.films.map(({ slug }) => `/videos/${slug}`),
    '/support',
    '/contact',
    '/privacy-policy',
    '/terms-of-service',
    '/licence-agreement',
    '/refund-policy',
    '/commission-terms',
  ])
})

describe.each(pages)('%s', (path) => {
  test('is whole without script: a title, one main heading, nothing inline', async () => {
    const page = await renderPage(path, data)
    expect(page.status).toBe(200)
    expect(page.html.match(/<h1/g)).toHaveLength(1)
    expect(page.html).not.toMatch(/<script|<style| style=| on[a-z]+=/)
    expect(page.head).toMatch(/^<title>.+ \| Ground School<\/title>/)
    expect(page.head).toContain(`<link rel="canonical" href="https://shop.example.com${path}">`)
    expect(page.head).toMatch(/<meta name="description" content="[^"]{40,}">/)
  })
})

test('an unknown address is the 404 page, kept out of search engines', async () => {
  const page = await renderPage('/no/such/page', data)
  expect(page.status).toBe(404)
  expect(page.html).toContain('404 Page Not Found')
  expect(page.head).toContain('<meta name="robots" content="noindex">')
})

test('what the owner writes is text, never markup', async () => {
  const [film] = data.films
  if (!film) throw new Error('No film')
  const title = '"><script>alert(1)</script>'
  const page = await renderPage(`/videos/${film.slug}`, {
    ...data,
    films: [{ ...film, title, description: title }],
  })
  expect(page.html).not.toContain('<script>')
  expect(page.head).not.toContain('<script>')
})

test('screens of one person are rendered in the browser alone, under their own title', () => {
  expect(isAppPath('/login')).toBe(true)
  expect(isAppPath('/support')).toBe(false)
  expect(isAppPath('/nothing')).toBe(false)
  expect(renderShellHead('/login', data)).toContain('<title>Sign in | Ground School</title>')
})
