"""Indexes in object storage: published for a commit, pulled by everybody else.

    <place>/<repository>/about                          the id of the repository, and its name for people
    <place>/<repository>/<index key>/commits/<commit>   pointer: which manifest, and its signature
    <place>/<repository>/manifests/<week>/<sha256>      files of one generation, as lists of blocks
    <place>/<repository>/blocks/<week>/<sha256>         parts of files, named by their content

The index key is a digest of everything but the files that decides an index: settings and the code itself. A pointer is
written last and only if there is none, so whoever reads one finds all that it leads to. Successive publications share
the blocks that are the same. The week is that of the upload: retention deletes blocks of past weeks alone, so it cannot
delete what a publication under way relies on.
"""
