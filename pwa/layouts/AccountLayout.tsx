import { Frame } from './Frame.tsx'
import type { LayoutProps } from './layouts.tsx'

/** Account pages, which have their own header with a back link. */
export const AccountLayout = ({ children }: LayoutProps) => <Frame header={false}>{children}</Frame>
