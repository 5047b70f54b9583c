// Words of almost every question in Simplified Chinese.
import type { StopWords } from '@kippu/contract/languages';

export const stopWords: StopWords = {
  words: '',
  phrases: `
    怎么办 怎么样 怎么 怎样 如何 什么 为什么 哪里 哪儿 哪个 多少 几个 可以 能不能 可不可以 能否 是否 请问 我想 我要 想要 需要 应该 我们 我的 有没有 是不是 时候 吗 呢 吧 啊 了 的 我 你 您
  `,
  signs:
    '地得是在有把被和跟就都也还還很这這那个個能会會要想用去到给給里裡上下没沒不可以为為么麼什时時候多少几幾我你他她',
};
