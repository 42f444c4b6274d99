import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { type Newcomer, type SocialProvider, social } from '#contract/social.ts'
import { useSession } from '#pwa/lib/session.tsx'

export type Coming =
  | { at: 'checking' }
  | { at: 'in' }
  | { at: 'linked' }
  | { at: 'new'; who: Newcomer }
  /** They said no there, or nobody came. */
  | { at: 'nobody'; said: string | null }
  | { at: 'failed'; error: Error }

/** Hands in what another service sent somebody back with, once, and takes it out of the address. */
export function useComingBack(provider: SocialProvider): Coming {
  const { call, admit } = useSession()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [coming, setComing] = useState<Coming>({ at: 'checking' })
  const begun = useRef(false)

  async function find(): Promise<Coming> {
    const [code, state, said] = ['code', 'state', 'error'].map((name) => search.get(name))
    if (said) return { at: 'nobody', said }
    if (!code || !state) {
      const who = await call(social.getNewcomer, {})
      return who?.provider === provider ? { at: 'new', who } : { at: 'nobody', said: null }
    }
    const answer = await call(social.comeBack, { params: { provider }, body: { code, state } })
    if (!answer) return { at: 'linked' }
    if ('provider' in answer) return { at: 'new', who: answer }
    await admit(answer)
    return { at: 'in' }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a code is good for one time
  useEffect(() => {
    // Effects run twice in development.
    if (begun.current) return
    begun.current = true
    find().then(setComing, (error: unknown) => setComing({ at: 'failed', error: error as Error }))
    if (search.size > 0) navigate({ search: '' }, { replace: true })
  }, [])
  return coming
}
