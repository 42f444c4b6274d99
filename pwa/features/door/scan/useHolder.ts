import { useEffect, useState } from 'react'
import type { ShownResult } from '../gate/door-state.ts'
import type { GateRecord } from '../gate/gate-store.ts'
import { holderOf } from '../gate/sync.ts'

const TIMEOUT_MS = 3_000

/** Loads the holder's name of the shown ticket from the server; it is not stored on the phone. */
export function useHolder(
  gate: GateRecord,
  shown: ShownResult | null,
  online: boolean,
): string | null {
  const [found, setFound] = useState<{ turn: number; name: string | null } | null>(null)
  const hash = shown?.scanResult.ticket?.hash
  const turn = shown?.turn ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (!hash || !online) return
    const leave = new AbortController()
    const signal = AbortSignal.any([leave.signal, AbortSignal.timeout(TIMEOUT_MS)])
    void holderOf(gate, hash, signal).then((name) => {
      if (!leave.signal.aborted) setFound({ turn, name })
    })
    return () => leave.abort()
  }, [turn, hash])
  return found?.turn === turn ? found.name : null
}
