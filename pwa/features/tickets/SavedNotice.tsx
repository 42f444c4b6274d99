import { relative } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { Notice } from '#pwa/ui/Notice.tsx'

/** How old the copy is that shows while nobody can be asked. */
export function SavedNotice({ at }: { at: string }) {
  return (
    <Notice tone="offline" role="status">
      <b>オフラインです</b>（{relative(at, useNow())}に保存）
      <br />
      チケットはこのまま見られます。
    </Notice>
  )
}
