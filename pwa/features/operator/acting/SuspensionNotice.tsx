import { dateTime } from '#pwa/lib/format.ts'
import { Notice } from '#pwa/ui/Notice.tsx'

interface SuspensionNoticeProps {
  suspension: { reason: string; since: string } | null
}

/** Since when it is suspended, and why. */
export const SuspensionNotice = ({ suspension }: SuspensionNoticeProps) =>
  suspension && (
    <Notice tone="warning">
      <b>{dateTime(suspension.since)} から停止中</b>
      <p className="small">理由: {suspension.reason}</p>
    </Notice>
  )
