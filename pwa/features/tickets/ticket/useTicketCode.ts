import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { RequestError } from '#contract/http/caller.ts'
import { OFFLINE_AFTER_MS } from '#contract/shared/limits.ts'
import { RETRY_LATER, UNREACHABLE } from '#contract/shared/messages.ts'
import { type IssuedTicket, tickets } from '#contract/tickets/calls.ts'
import { keyOf, useCall } from '#pwa/lib/api/api.ts'
import { useSession, useSessionState } from '#pwa/lib/api/session.tsx'
import type { DeviceKey } from '#pwa/lib/device.ts'
import type { SignedPasskey } from '#pwa/lib/passkey.ts'
import { type Binding, bindingOf, codeIn, stepOf } from './code-binding.ts'
import type { PhoneClock } from './usePhoneClock.ts'

/** The content shown in place of the code. */
export type TicketCodeState =
  | { at: 'checking' }
  | { at: 'moving'; text: string; left: number }
  /** Valid but not bound, so that a picture of it works, too; `why` is the reason as text. */
  | { at: 'still'; text: string; why: string | null }
  | { at: 'elsewhere' }

const CANNOT = 'この端末では、動くコードを表示できません。'
const SLOW =
  '通信に時間がかかっています。準備ができしだい動くコードに切り替わり、このコードは使えなくなります。入口では、そのとき表示されているコードを見せてください。'

/**
 * The code of a valid ticket: bound to this device when first opened here, and rotating from then on. While a slow
 * network delays the binding, the unbound code is shown.
 */
export function useTicketCode(issued: IssuedTicket, clock: PhoneClock) {
  const key = useDeviceKey()
  const deviceBinding = useBinding(issued.id, key ?? null)
  const { bind, busy, error } = deviceBinding
  const canAsk = useSessionState().at === 'member'
  const binding: Binding | null = key === undefined ? null : bindingOf(issued.credential, key)
  const late = useLate()
  const isUnbound = bindingOf(issued.credential, null) === 'none'
  const ownKey = binding === 'here' ? (key ?? null) : null
  const moving = useMovingCode(issued.credential, ownKey, clock)
  const isFirst = binding === 'none' && key !== null && canAsk && !busy && error === null
  useEffect(() => {
    if (isFirst) void bind()
  })
  return { code: codeOf(), binding: deviceBinding, canAsk }

  function codeOf(): TicketCodeState {
    if (binding === null && !(late && isUnbound)) return { at: 'checking' }
    if (binding === 'elsewhere') return { at: 'elsewhere' }
    if (binding === 'here') return moving ? { at: 'moving', ...moving } : { at: 'checking' }
    const isUnderWay = key === undefined || (key !== null && canAsk && error === null)
    if (isUnderWay && !late) return { at: 'checking' }
    const why = key === null ? CANNOT : (error ?? (isUnderWay ? SLOW : null))
    return { at: 'still', text: issued.credential, why }
  }
}

/** Makes the code as this device shows it now; null if it does not show the ticket. */
export function useShownCode(
  { credential }: Pick<IssuedTicket, 'credential'>,
  clock: PhoneClock,
): (() => Promise<string>) | null {
  const key = useDeviceKey()
  if (!key || bindingOf(credential, key) !== 'here') return null
  return () => codeIn(credential, stepOf(clock.nowMs()).step, key)
}

/** Whether the offline timeout has passed since mounting. */
function useLate(): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLate, OFFLINE_AFTER_MS, true)
    return () => clearTimeout(timer)
  }, [])
  return late
}

/** Undefined until it is loaded, null in a browser without one. */
export function useDeviceKey(): DeviceKey | null | undefined {
  const { device } = useSession()
  const [key, setKey] = useState<DeviceKey | null>()
  useEffect(() => {
    let isHere = true
    const deviceKey = device.offlineStore().then((store) => store?.deviceKey() ?? null)
    const none = (error: unknown) => {
      console.warn(error)
      return null
    }
    void deviceKey.catch(none).then((key) => isHere && setKey(key))
    return () => {
      isHere = false
    }
  }, [device])
  return key
}

/** What a device proves with that another one has not released the ticket to. */
export interface MoveProof {
  code?: string
  passkey?: SignedPasskey
}
export type DeviceBinding = ReturnType<typeof useBinding>

/** Whether the server wants a proof, or another one. */
export const needsProof = (error: unknown) =>
  error instanceof RequestError && error.errors.code !== undefined

/** Binds the ticket to this device; the response is stored before it is shown. */
function useBinding(id: string, key: DeviceKey | null) {
  const call = useCall()
  const client = useQueryClient()
  const { device } = useSession()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const params = { id }
  const public_key = key ? base64url(key.publicKey) : ''
  const refresh = () =>
    Promise.all(
      [tickets.getIssued, tickets.listIssued].map((e) =>
        client.invalidateQueries({ queryKey: keyOf(e) }),
      ),
    )

  /** Throws a refusal of the proof. A request that waits is no refusal: its time is shown as `error`. */
  async function bindWith(proof: MoveProof) {
    setError(null)
    try {
      const issued = await call(tickets.bindDevice, { params, body: { public_key, ...proof } })
      await (await device.offlineStore())?.cacheTicket(issued)
      client.setQueryData(keyOf(tickets.getIssued, { params }), issued)
      void client.invalidateQueries({ queryKey: keyOf(tickets.listIssued) })
    } catch (error) {
      if (!(error instanceof RequestError) || error.status !== 409 || needsProof(error)) throw error
      setError(error.message)
      void refresh()
    }
  }
  /** Without a proof. Returns whether one is needed. */
  async function bind(): Promise<boolean> {
    if (!key) return false
    setBusy(true)
    try {
      await bindWith({})
      return false
    } catch (error) {
      setError(messageOf(error))
      return needsProof(error)
    } finally {
      setBusy(false)
    }
  }
  const sendCode = () => call(tickets.sendMoveCode, { params, body: { public_key } })
  return { bind, bindWith, sendCode, busy, error }
}

function messageOf(error: unknown): string {
  if (error instanceof RequestError) return error.status < 500 ? error.message : RETRY_LATER
  return UNREACHABLE
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/** Updated each second; the code changes with each step. */
function useMovingCode(credential: string, key: DeviceKey | null, { nowMs }: PhoneClock) {
  const [{ step, left }, setNow] = useState(() => stepOf(nowMs()))
  const [shown, setShown] = useState<{ step: number; credential: string; text: string } | null>(
    null,
  )
  useEffect(() => {
    if (!key) return
    const tick = () => setNow(stepOf(nowMs()))
    tick()
    const timer = setInterval(tick, 1_000)
    // A page that was suspended shows an outdated code.
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [key, nowMs])
  useEffect(() => {
    if (!key) return
    let isNow = true
    codeIn(credential, step, key)
      .then((text) => isNow && setShown({ step, credential, text }))
      .catch(console.error)
    return () => {
      isNow = false
    }
  }, [credential, step, key])
  return key && shown?.credential === credential ? { text: shown.text, left } : null
}
