/** The text of the file with a person's data, before each part (UK GDPR art. 12(1): clear and plain language). */
export const EXPORT_COPY = {
  about:
    'Everything this shop holds on you. Amounts are in pence, times in UTC (ISO 8601); null means that nothing is noted. Not in here, because nobody can read it back: your password, which is kept as a hash, and the links and sign-in tokens, which are kept as hashes too. Card numbers never reach this shop; Stripe has them. How long each thing is kept is in the privacy policy.',
  parts: [
    {
      feature: 'account',
      title: 'Account',
      explanation:
        'What you told us at registration and since; the sessions your browsers opened, with what each browser said about itself; the links mailed to you; and what you wrote on the contact page while signed in. Kept while you use the account. Basis: contract.',
    },
    {
      feature: 'playback',
      title: 'Films and progress',
      explanation:
        'Which films are or were open to you and until when, how far you are in each and which parts you played, your notes beside them, and the exam dates of your plan. What you search for is not kept. Kept while you use the account. Basis: contract.',
    },
    {
      feature: 'questions',
      title: 'Questions to the instructor',
      explanation:
        'What you asked beside your films, and the answers. Kept while you use the account. A note that the instructor wrote for everybody from an answer does not name you. Basis: contract.',
    },
    {
      feature: 'orders',
      title: 'Orders and payments',
      explanation:
        'What you ordered and paid, the details you gave for the invoice, the consent you gave before paying, refunds and disputes. Stripe, Klarna or Revolut took part in the payment. Basis: contract and tax law.',
    },
    {
      feature: 'requests',
      title: 'Requests for refunds and exchanges',
      explanation:
        'What you asked back, what you wrote with it, and how it was answered. What was written is removed with the account; that there was a request stays with its order. Basis: contract.',
    },
    {
      feature: 'documents',
      title: 'Invoices and credit notes',
      explanation:
        'Everything that is printed on your papers. Kept six years after the accounting year, also when the account is erased. Basis: tax law.',
    },
    {
      feature: 'commissions',
      title: 'Commission',
      explanation:
        'Whether an order of yours earned a club or person a commission because you used their code. They see the order’s number and their commission, never who you are. Basis: contract with them.',
    },
    {
      feature: 'mail',
      title: 'Mails about your account and orders',
      explanation:
        'What was mailed to your address, and to those you had before, without the links in it; and whether an address refuses news or could not be reached. Basis: contract.',
    },
    {
      feature: 'campaigns',
      title: 'News',
      explanation:
        'Mailings of news that went, or were to go, to your address or to one you had before. Basis: your consent or our legitimate interest in telling buyers of similar films.',
    },
    {
      feature: 'changes',
      title: 'Changes to the account',
      explanation:
        'Changes that matter for security and what administrators did with your account. Basis: legitimate interest in guarding accounts.',
    },
    {
      feature: 'security',
      title: 'Sign-ins',
      explanation:
        'When and from which network address your account was signed in to or not, and what was changed about getting in, for 90 days. Basis: legitimate interest in guarding accounts.',
    },
  ],
} as const
