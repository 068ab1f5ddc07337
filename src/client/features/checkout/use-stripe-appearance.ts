import type { Appearance } from '@stripe/stripe-js'
import { useMemo } from 'react'
import { useMediaQuery } from '#client/lib/use-media-query.ts'

const DARK = '(prefers-color-scheme: dark)'

/** The shop's tokens, told to Stripe: its form lives in a frame that our style sheet does not reach. */
export function useStripeAppearance(): Appearance {
  const isDark = useMediaQuery(DARK)
  return useMemo(() => appearanceOf(isDark, tokensOf(document.documentElement)), [isDark])
}

type Tokens = (name: string) => string

function tokensOf(root: Element): Tokens {
  const style = getComputedStyle(root)
  return (name) => style.getPropertyValue(name).trim()
}

function appearanceOf(isDark: boolean, token: Tokens): Appearance {
  const edge = `1.5px solid ${token('--color-edge')}`
  return {
    theme: isDark ? 'night' : 'stripe',
    labels: 'above',
    variables: given({
      colorPrimary: token('--color-track'),
      colorBackground: token('--color-paper'),
      colorText: token('--color-ink'),
      colorTextSecondary: token('--color-ink-2'),
      colorTextPlaceholder: token('--color-ink-2'),
      colorDanger: token('--color-bad'),
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '17px',
      borderRadius: '3px',
      spacingUnit: '4px',
    }),
    rules: {
      '.Input': { border: edge, boxShadow: 'none', padding: '12px' },
      '.Input--invalid': { border: `2.5px solid ${token('--color-bad')}`, boxShadow: 'none' },
      '.Label': { fontWeight: '600' },
      '.AccordionItem': { border: `1px solid ${token('--color-edge')}`, boxShadow: 'none' },
    },
  }
}

/** Without the tokens that the page does not have. */
function given(variables: Record<string, string>) {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
}
