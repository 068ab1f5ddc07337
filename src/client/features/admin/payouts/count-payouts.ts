/** "1 payout", "4 payouts". */
export function countPayouts(count: number): string {
  return count === 1 ? '1 payout' : `${count.toLocaleString('en-GB')} payouts`
}
