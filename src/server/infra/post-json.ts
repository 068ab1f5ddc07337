const TEN_SECONDS = 10_000

/**
 * Posts JSON to a configured address, within ten seconds and without following a redirect. Its errors do not
 * repeat the address, which may hold a secret. `sign` gives further headers for the very bytes that are sent.
 */
export async function postJson(
  url: string,
  content: object,
  sign: (body: string) => Record<string, string> = () => ({}),
): Promise<void> {
  const body = JSON.stringify(content)
  let response: Response
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...sign(body) },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TEN_SECONDS),
    })
  } catch (error) {
    throw new Error(`No answer (${reasonOf(error)})`)
  }
  await response.body?.cancel()
  if (!response.ok) throw new Error(`It answered ${response.status}`)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
}
