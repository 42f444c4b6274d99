import { type HelpEntry, type OwnHelp, operatorHelp } from '#contract/operator/help/calls.ts'
import { useSend } from '#pwa/lib/api/api.ts'
import { dateTime } from '#pwa/lib/format.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { List } from '#pwa/ui/layout/List.tsx'
import { ListRow } from '#pwa/ui/layout/ListRow.tsx'
import { Section } from '#pwa/ui/layout/Section.tsx'
import { showToast } from '#pwa/ui/overlay/toast.ts'

interface HelpVersionsProps {
  help: OwnHelp
  /** Copies an older version into the form; saving publishes it. */
  onUse: (entries: HelpEntry[]) => void
}

/** The saved versions with author and time. */
export function HelpVersions({ help: { topic, versions }, onUse }: HelpVersionsProps) {
  const load = useSend(operatorHelp.getHelpVersion)
  if (versions.length === 0) return null
  const use = (version: number) =>
    load.mutate(
      { params: { topic, version } },
      {
        onSuccess({ entries }) {
          onUse(entries)
          showToast(`第${version}版を読み込みました。保存すると公開されます`)
        },
        onError: (error) => showToast(error.message),
      },
    )
  return (
    <Section title="履歴">
      <List carded>
        {versions.map(({ version, created_at, by, restored }) => (
          <ListRow
            key={version}
            title={`第${version}版${restored ? '（元に戻した）' : ''}`}
            note={`${dateTime(created_at)}　${by ? `@${by}` : 'サーバーの端末から'}`}
            trailing={
              <Button size="s" variant="secondary" onClick={() => use(version)}>
                呼び出す
              </Button>
            }
          />
        ))}
      </List>
    </Section>
  )
}
