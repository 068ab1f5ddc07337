import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { CartProvider } from '#client/features/cart/cart-provider.tsx'
import { createQueryClient } from '#client/lib/query-client.ts'
import { createTrpcClient, trpc } from '#client/lib/trpc.ts'
import type { PageData } from '#client/site/page-data.ts'
import { PageDataProvider } from '#client/site/page-data-context.tsx'
import { SessionProvider } from '#client/site/session/session-provider.tsx'
import { PlayerProvider } from './player-provider.tsx'

/** Everything a screen may reach for, from the outside in: the server, the page's data, the session, the cart. */
export function Providers({ data, children }: { data: PageData; children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
  const [trpcClient] = useState(createTrpcClient)
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <PageDataProvider data={data}>
          <SessionProvider>
            <CartProvider>
              <PlayerProvider>{children}</PlayerProvider>
            </CartProvider>
          </SessionProvider>
        </PageDataProvider>
      </QueryClientProvider>
    </trpc.Provider>
  )
}
