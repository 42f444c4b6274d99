import { account } from '#contract/account/calls.ts'
import { urlOf } from '#contract/http/caller.ts'
import { DownloadButton } from '#pwa/load/DownloadButton.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'

/** The download of all personal data. */
export const OwnData = ({ note }: { note: string }) => (
  <Section title="あなたのデータ">
    <div className="stack">
      <p className="small muted">{note}</p>
      <DownloadButton url={urlOf(account.exportMine, {})} label="データをダウンロードする" />
    </div>
  </Section>
)
