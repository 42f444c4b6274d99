import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { type Newcomer, type SocialProvider, social } from '#contract/social/calls.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import { errorOf } from '#pwa/lib/unknown.ts'

export type Coming =
  | { at: 'checking' }
  | { at: 'in' }
  | { at: 'linked' }
  | { at: 'new'; who: Newcomer }
  /** The login was cancelled at the provider, or the callback has no code. */
  | { at: 'nobody'; providerError: string | null }
  | { at: 'failed'; error: Error }

/** Submits the callback parameters of a social login once, and removes them from the URL. */
export function useComingBack(provider: SocialProvider): Coming {
  const { call, admit } = useSession()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [coming, setComing] = useState<Coming>({ at: 'checking' })
  const begun = useRef(false)

  async function find(): Promise<Coming> {
    const [code, state, providerError] = ['code', 'state', 'error'].map((name) => search.get(name))
    if (providerError) return { at: 'nobody', providerError }
    if (!code || !state) {
      const who = await call(social.getNewcomer, {})
      return who?.provider === provider ? { at: 'new', who } : { at: 'nobody', providerError: null }
    }
    const answer = await call(social.finishSocial, { params: { provider }, body: { code, state } })
    if (!answer) return { at: 'linked' }
    if ('provider' in answer) return { at: 'new', who: answer }
    await admit(answer)
    return { at: 'in' }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a code is good for one time
  useEffect(() => {
    // React runs effects twice in development (Strict Mode).
    if (begun.current) return
    begun.current = true
    find().then(setComing, (error: unknown) => setComing({ at: 'failed', error: errorOf(error) }))
    if (search.size > 0) navigate({ search: '' }, { replace: true })
  }, [])
  return coming
}
