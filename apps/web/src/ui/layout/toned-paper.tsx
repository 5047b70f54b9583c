// Paper in the railway's colours. Apart from the plain one, because the first screen's cards are plain.
import { Paper, type PaperProps } from './paper.tsx';
import css from './toned-paper.module.css';

interface Props extends Omit<PaperProps, 'toned'> {
  /** `hero`: coloured as a whole. `cover`: a coloured main part with the waves, over a plain stub. */
  readonly tone: 'hero' | 'cover';
}

export const TonedPaper = ({ tone, ...paper }: Props) => <Paper {...paper} toned={css[tone]} />;
