/** The rules of the refund policy, as its page shows them and as they are put before a bank (requirements §10). */
export const refundPolicyRules = `
# cancel: The 14-day right to cancel
A consumer who buys at a distance may cancel within 14 days (Consumer Contracts Regulations 2013). Films
open at once. So before paying you are asked to say that they may, and that you know the right to cancel
ends with that (regulation 37 of those). The confirmation email repeats it.

If you paid without saying so, you keep the 14\u00a0days: tell us within them that you cancel, in any words,
and all that you paid goes back to you, at the latest 14\u00a0days after you have told us. The confirmation
email says which of the two it is.

# faulty: A film that is not as it should be
Digital content must be of satisfactory quality, fit for its purpose and as described (Consumer Rights Act
2015, sections 34 to 36). If it is not, you can ask for it to be put right, and, where that cannot be done
within a reasonable time, for some or all of the price back. Nothing on this page takes that from you.

# other-reasons: Any other reason
Bought the wrong film, had to stop flying: ask. There is no rule that says yes or no in advance; what was
watched and how long ago it was bought count. A film that was not watched can be exchanged for another of the
same price, which stays open until the same day; the invoice stays as it is. Money that was paid for an order that had been cancelled, or
for a film that was open to you already, is sent back by itself.
`
