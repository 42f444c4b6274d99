import { useEffect } from 'react'
import type { Lottery, LotteryApplication } from '#contract/lottery/calls.ts'
import {
  firstKept,
  type KeptDraw,
  NOTHING_KEPT,
  type OwnApplication,
} from '#contract/lottery/kept-draw.ts'
import type { LotteryPhase } from '#contract/lottery/phase.ts'
import { useSession } from '#pwa/lib/api/session.tsx'
import type { Device } from '#pwa/lib/device.ts'

type ShownDraw = Pick<Lottery, 'commitment' | 'list_hash' | 'told'>
type ShownApplication = Pick<LotteryApplication, 'public_id' | 'contribution'>

/** The own line of the list, as the server shows it. */
export const shownOwn = (application: ShownApplication | undefined): OwnApplication | null => {
  const { public_id: id, contribution } = application ?? {}
  return id && contribution ? { id, contribution } : null
}

/**
 * What is worth keeping of a draw as it is shown now: only what nobody could yet choose by its outcome. That is the
 * commitment and the application before the list is frozen, and the list before the secret is told.
 */
export function worthKeeping(
  phase: LotteryPhase,
  { commitment, list_hash, told }: ShownDraw,
  application: ShownApplication | undefined,
): KeptDraw | null {
  if (phase === 'open' && list_hash === null)
    return { ...NOTHING_KEPT, commitment, own: shownOwn(application) }
  if (phase === 'closed' && list_hash !== null && !told)
    return { ...NOTHING_KEPT, listHash: list_hash }
  return null
}

type Keeping = Pick<Device, 'offlineStore'>

/** Keeps on this device what is shown first. */
export function useKeepDraw(
  ticketId: string,
  phase: LotteryPhase,
  draw: ShownDraw | undefined,
  application: ShownApplication | undefined,
) {
  const { device } = useSession()
  useEffect(() => {
    const shown = draw && worthKeeping(phase, draw, application)
    if (shown) void change(device, ticketId, (kept) => firstKept(kept, shown))
  }, [device, ticketId, phase, draw, application])
}

/** Keeps what this device itself has applied with, whatever the server shows; null: it has withdrawn it. */
export const keepOwn = (device: Keeping, ticketId: string, own: OwnApplication | null) =>
  change(device, ticketId, (kept) => ({ ...kept, own }))

/** Without a store nothing is kept, which is said when the draw is verified. */
async function change(device: Keeping, ticketId: string, next: (kept: KeptDraw) => KeptDraw) {
  try {
    const store = await device.offlineStore()
    await store?.keptDraws.change(ticketId, (kept) => next(kept ?? NOTHING_KEPT))
  } catch (error) {
    console.warn(error)
  }
}

/** What this device has kept. */
export async function readKept(device: Keeping, ticketId: string): Promise<KeptDraw> {
  try {
    return (await (await device.offlineStore())?.keptDraws.get(ticketId)) ?? NOTHING_KEPT
  } catch (error) {
    console.warn(error)
    return NOTHING_KEPT
  }
}
