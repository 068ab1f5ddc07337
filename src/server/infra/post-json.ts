const TEN_SECONDS = 10_000

/**
 * Posts JSON to a configured address, within ten seconds and without following a redirect. Its errors do not
 * repeat the address, which may hold a secret.
 */
export async function postJson(url: string, body: object): Promise<void> {
  let response: Response
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
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
