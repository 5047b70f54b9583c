// A screen that hangs for weeks loads the page again when the server has a new one: only when the new page and its files have answered.

const FILES = /(?:src|href)="(\/board\/assets\/[^"]+\.(?:js|css))"/g;
/** The railway's settings and colours. Neither contains a '<'. */
const FILLED = /id="kippu-(?:settings|colors)">([^<]*)</g;

interface Version {
  readonly files: readonly string[];
  readonly filled: readonly string[];
}

/** Reads of a page's HTML what differs between versions: the files of the build, and what the server fills in. */
const versionIn = (html: string): Version => ({
  files: [...html.matchAll(FILES)].map(([, file = '']) => file),
  filled: [...html.matchAll(FILLED)].map(([, text = '']) => text),
});

/** Returns the version of a page that is loaded. */
function versionOf(page: Document): Version {
  const files = [...page.querySelectorAll('script[src], link[rel="stylesheet"][href]')].map(
    (each) => each.getAttribute('src') ?? each.getAttribute('href') ?? '',
  );
  const filled = [...page.querySelectorAll('#kippu-settings, #kippu-colors')].map(
    ({ textContent }) => textContent,
  );
  return { files, filled };
}

const textOf = ({ files, filled }: Version) => JSON.stringify([files.toSorted(), filled.toSorted()]);

export interface VersionDeps {
  /** The page as it was loaded. */
  readonly page: Document;
  readonly address: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly reload: () => void;
}

const WITHIN_MS = 30_000;

export class NewVersion {
  readonly #deps: VersionDeps;
  readonly #own: string;
  #isLooking = false;

  constructor(deps: VersionDeps) {
    this.#deps = deps;
    this.#own = textOf(versionOf(deps.page));
  }

  /** Looks for a new version, and loads the page again if there is one and all of it answers. Otherwise does nothing. */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      if (await this.#isReady()) this.#deps.reload();
    } catch (error) {
      // The network is gone again; the next look comes.
      console.warn('no look for a new version', error);
    } finally {
      this.#isLooking = false;
    }
  }

  async #isReady(): Promise<boolean> {
    const page = await this.#get(this.#deps.address);
    if (page === undefined) return false;
    const version = versionIn(page);
    // A page without files is another one, such as that of a hotel's network.
    if (version.files.length === 0 || textOf(version) === this.#own) return false;
    const answers = await Promise.all(version.files.map((file) => this.#get(file)));
    return answers.every((answer) => answer !== undefined);
  }

  async #get(address: string): Promise<string | undefined> {
    const answer = await this.#deps.fetch(address, {
      cache: 'no-cache',
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    const text = await answer.text();
    return answer.ok ? text : undefined;
  }
}
