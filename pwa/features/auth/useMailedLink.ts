import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { auth } from '#contract/auth/calls.ts'
import { keyOf, useCall } from '#pwa/lib/api/api.ts'

/**
 * The mailed link that opened this page (the `verify` guard checked that it is complete), and what it would do.
 * Reading does not consume it, as mail scanners open links, too. It is read once only, as a consumed link reads
 * differently.
 */
export function useMailedLink() {
  const [search] = useSearchParams()
  const call = useCall()
  const part = (name: string) => search.get(name) ?? ''
  const link = { id: part('id'), expires: part('expires'), signature: part('signature') }
  const facts = useQuery({
    queryKey: keyOf(auth.readLink, { body: link }),
    queryFn: ({ signal }) => call(auth.readLink, { body: link }, { signal }),
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  })
  return { link, facts }
}
