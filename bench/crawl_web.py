#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A synthetic web of researchers' sites for bench/crawl.py: six families of pages, robots.txt, some with a .bib file.

usage: crawl_web.py SITES FOLDER [SEED]

Each researcher is a pure function of (seed, number): a larger web begins with the people of a smaller one. In FOLDER:
sites/HOST/…, seeds.txt (a home page a line) and urls.txt (every page, robots.txt left out). 5 000 sites have 12 004 pages.
"""
import bisect
import html
import itertools
import json
import multiprocessing
import os
import pathlib
import random
import re
import sys

FIELDS = {
 "ecology": "marine alpine forest soil river coral pollinator wetland savanna migration canopy nutrient biodiversity invasion predator grazing habitat fishery carbon phenology".split(),
 "genomics": "genome transcript protein chromatin mutation allele sequencing splicing promoter methylation plasmid ribosome kinase enzyme phylogeny haplotype variant epigenome regulator codon".split(),
 "learning": "neural gradient kernel attention embedding transfer contrastive reinforcement bandit diffusion generative supervised representation pruning distillation federated calibration curriculum prompt tokenization".split(),
 "vision": "image video pose depth segmentation detection tracking stereo rendering texture scene camera saliency retrieval matting lidar radiance shadow motion gesture".split(),
 "language": "parsing translation dialogue summarization syntax morphology discourse lexicon corpus entailment coreference speech phonology dialect annotation sentiment semantics pragmatics multilingual transcription".split(),
 "systems": "kernel scheduler storage cache filesystem virtualization container replication consensus tracing latency throughput hypervisor memory persistent serverless sharding failover checkpoint interconnect".split(),
 "security": "cipher malware privacy attestation firewall phishing fuzzing exploit sandbox credential obfuscation enclave botnet forensics audit anonymity signature watermark leakage intrusion".split(),
 "theory": "complexity automata graph matching approximation lattice coding matroid spectral random sublinear circuit proof logic game oracle hashing sketching reduction tree".split(),
 "databases": "query index transaction join schema provenance stream lineage warehouse columnar optimizer cardinality spatial temporal entity cleaning integration crowdsourcing view recovery".split(),
 "robotics": "grasping locomotion planning manipulation swarm exoskeleton drone calibration teleoperation compliance navigation odometry legged haptic actuator gripper underwater surgical soft assembly".split(),
 "physics": "photon quark neutrino lattice plasma superconductor spin phonon exciton cavity entanglement turbulence graphene magnet qubit soliton dark boson symmetry topological".split(),
 "astronomy": "galaxy pulsar exoplanet nebula quasar supernova redshift cosmic stellar asteroid telescope spectrograph interferometry accretion heliosphere lensing dust comet halo radio".split(),
 "chemistry": "catalyst polymer ligand electrolyte zeolite solvent peptide crystal nanoparticle oxidation reagent chirality membrane colloid battery perovskite photocatalysis surfactant isotope synthesis".split(),
 "medicine": "cardiac tumor vaccine diabetes stroke imaging trial cohort sepsis antibiotic renal pediatric surgery dementia asthma screening biomarker rehabilitation obesity anesthesia".split(),
 "neuroscience": "cortex hippocampus synapse dopamine memory sleep oscillation connectome auditory olfactory spinal plasticity emotion decision vision cerebellum neuron glia pain circadian".split(),
 "economics": "labor auction inequality trade inflation taxation microfinance migration banking tariff housing pension monopoly contract voting fiscal currency productivity wage insurance".split(),
 "sociology": "kinship urban gender mobility network ritual race household identity neighborhood policing religion welfare protest family class rural youth media citizenship".split(),
 "history": "archive empire medieval maritime colonial manuscript revolution parish guild census diplomacy printing monastery railway plague harvest slavery cartography museum coinage".split(),
 "engineering": "concrete turbine bridge bearing fatigue vibration combustion aerodynamic seismic welding corrosion composite hydraulic drainage tunnel truss damping friction pavement insulation".split(),
 "education": "classroom curriculum literacy tutoring assessment teacher playground bilingual numeracy mentoring dropout homework inclusion feedback motivation vocational kindergarten admission textbook pedagogy".split(),
}
LEADS = "adaptive robust scalable probabilistic applied comparative computational quantitative experimental statistical causal distributed interactive sustainable dynamic structural cognitive hierarchical interpretable bayesian".split()
HEADS = "modeling analysis methods inference design dynamics measurement simulation theory control evaluation discovery monitoring estimation systems".split()
VERBS = "Measuring Learning Predicting Understanding Revisiting Rethinking Estimating Mapping Explaining Tracking Bounding Accelerating Designing Comparing Simulating Recovering".split()
JOIN = "with under for beyond across through without from against toward".split()
OBJ = "constraints noise scale uncertainty incentives feedback limits evidence budgets delays shocks supervision surveys observations errors interactions heterogeneity shifts".split()
GIVEN = ("Ada Amara Anders Anouk Arjun Aiko Bela Benedikt Bianca Boris Camila Carlos Chen Chiara Chloe Dag Dalia Daniel Darya Diego Dinesh Eduardo Eero Elena Eliska Emeka Emil Esra Eva Fatima Felix "
 "Fiona Frida Gabriel Giulia Greta Gustav Hana Hao Hassan Hedda Helga Hiroshi Hugo Ibrahim Ida Imani Ines Ingrid Ioana Isak Ivana Jakob Jamila Jin Joana Johan Jonas Jun Kaito Karin Katya Kenji Kofi "
 "Lara Lars Laszlo Leila Lena Lin Linnea Luca Lucia Magnus Mahmoud Maja Malik Marek Mariam Marta Mateo Maxim Mei Mikkel Milan Mina Mirela Nadia Naoki Nasrin Niamh Nikos Nils Nina Noor Oksana Olga "
 "Omar Oskar Paulo Pavel Petra Pia Priya Quentin Rafael Rania Ravi Renata Riku Rosa Ruth Sadia Samuel Sanjay Sara Selin Siddharth Silvia Simone Sofia Stefan Sunniva Tamar Tariq Tatiana Teodor Thandi "
 "Tomas Tuva Umar Ursula Valentina Vera Viktor Wanda Wei Xenia Yara Yasmin Yifan Yuki Yusuf Zainab Zoltan Zuzana").split()
SYL_A = "bar del fen gor hal jor kal lan mor nev ost pel quin ros sal tor ul var wes yar zel bran cald drom ek farn grim hest".split()
SYL_B = "a e i o u an en in on ar er ir or el al il ow ay".split()
SYL_C = "berg dal feld gren holm ides kov lund man nik ova ra sen sson ton ulos vik wright yama zadeh mann eski ini ez".split()
COUNTRIES = "Norland Avaria Estmark Sudania Westria Caldonia Miravia Ostrava-Lund Pellonia Tarsis Vantia Yorvia Zemland Borealia Corvania Drasia Elmoria Fenwick Galdora Hespera Istria-Nova Juvenia Kestrel Lomaria".split()
POS = ["Professor", "Associate Professor", "Assistant Professor", "Senior Lecturer", "Postdoctoral Researcher", "PhD Student", "Research Scientist", "Reader"]
VENUE = ["Journal of %s", "Annals of %s", "Proceedings of the %s Symposium", "Workshop on %s", "Transactions on %s", "%s Letters"]

def sub(seed, *k):
    return random.Random("%d|%s" % (seed, "|".join(map(str, k))))

def zipf_cum(n, s):
    return list(itertools.accumulate(1.0 / (i + 1) ** s for i in range(n)))

class World:
    def __init__(self, seed):
        self.seed = seed
        r = sub(seed, "world")
        topics = []
        for f, ws in FIELDS.items():
            seen = set()
            while len(seen) < 30:
                form = r.randrange(3)
                a, b = r.sample(ws, 2)
                t = ("%s %s" % (a, r.choice(HEADS)) if form == 0 else "%s %s %s" % (r.choice(LEADS), a, r.choice(HEADS)) if form == 1 else "%s %s %s" % (a, b, r.choice(HEADS)))
                if t not in seen and all(t != x[0] for x in topics):
                    seen.add(t); topics.append((t, f, [a] if form < 2 else [a, b]))
        r.shuffle(topics)
        self.topics = topics                      # (name, field, core words); order = Zipf rank
        self.tcum = zipf_cum(len(topics), 0.9)
        # long-tail invented technical words, 60 per topic, so that the vocabulary grows like real text
        self.tail = []
        for i in range(len(topics)):
            rr = sub(seed, "tail", i)
            self.tail.append(["".join((rr.choice(SYL_A), rr.choice(SYL_B), rr.choice("btdklmnprsvz"), rr.choice(SYL_B), rr.choice(["n", "ic", "al", "ous", "ase", "ium", "oid", "ment"]))) for _ in range(60)])
        cities, seen = [], set()
        while len(cities) < 300:
            c = (r.choice(SYL_A) + r.choice(SYL_B) + r.choice(["ton", "burg", "ville", "stad", "mouth", "haven", "ford", "minster", "wick", "grad"])).capitalize()
            if c not in seen:
                seen.add(c); cities.append(c)
        forms = ["University of %s", "%s Institute of Technology", "%s University", "%s National Laboratory", "Technical University of %s", "%s College", "%s Medical School", "%s Research Centre"]
        self.inst = [(forms[min(i % 11, 7)] % c, c, COUNTRIES[(i * 7) % len(COUNTRIES)]) for i, c in enumerate(cities)]
        self.icum = zipf_cum(300, 0.6)
        sur, seen = [], set()
        while len(sur) < 6000:
            s = (r.choice(SYL_A) + r.choice(SYL_B) + (r.choice(SYL_A) if r.random() < .3 else "") + r.choice(SYL_C)).capitalize()
            if s not in seen:
                seen.add(s); sur.append(s)
        self.sur = sur
        self.scum = zipf_cum(6000, 0.5)

    def pick(self, r, cum):
        return bisect.bisect_left(cum, r.random() * cum[-1])

    def name(self, r):
        g = r.choice(GIVEN); s = self.sur[self.pick(r, self.scum)]
        m = r.random()
        return "%s %s. %s" % (g, r.choice("ABCDEFGHJKLMNPRSTVW"), s) if m < .15 else "%s %s-%s" % (g, s, r.choice(self.sur)) if m < .2 else "%s %s" % (g, s)

    def title(self, r, t):
        name, f, core = self.topics[t]
        ws = FIELDS[f]; tail = self.tail[t]
        rare = tail[min(int(r.expovariate(.08)), 59)]
        c = r.choice(core); a, b = r.choice(ws), r.choice(ws)
        k = r.randrange(6)
        if k == 0: return "%s %s %s %s %s %s" % (r.choice(VERBS), c, a, r.choice(HEADS), r.choice(JOIN), r.choice(OBJ))
        if k == 1: return "%s: %s %s %s of %s %s" % (rare.capitalize(), r.choice(LEADS), c, r.choice(HEADS), a, b)
        if k == 2: return "On the %s of %s %s %s %s %s" % (r.choice(HEADS), rare, c, r.choice(JOIN), r.choice(LEADS), r.choice(OBJ))
        if k == 3: return "%s %s for %s %s and %s" % (r.choice(LEADS).capitalize(), name, rare, a, b)
        if k == 4: return "A %s study of %s %s in %s %s" % (r.choice(LEADS), c, rare, a, r.choice(OBJ))
        return "%s the %s of %s %s %s %s %s" % (r.choice(VERBS), r.choice(OBJ), c, a, r.choice(JOIN), rare, r.choice(HEADS))

    def person(self, i):
        r = sub(self.seed, "p", i)
        inst = self.pick(r, self.icum)
        iname, city, country = self.inst[inst]
        topics = []
        want = r.randint(2, 6)
        while len(topics) < want:
            t = self.pick(r, self.tcum)
            if t not in topics: topics.append(t)
        host = "r%06d.univ%d.example" % (i, inst)
        name = self.name(r)
        start = r.randint(1990, 2022)
        papers = []
        for j in range(r.randint(5, 40)):
            t = topics[min(int(r.expovariate(1.0)), len(topics) - 1)]
            y = r.randint(start, 2026)
            co = [self.name(r) for _ in range(r.randint(0, 4))]
            co.insert(r.randint(0, len(co)), name)
            papers.append({"title": self.title(r, t), "year": y, "authors": co, "venue": r.choice(VENUE) % self.topics[t][1].capitalize()})
        papers.sort(key=lambda p: -p["year"])
        pos = r.choice(POS)
        ti = [self.topics[t][0] for t in topics]
        f = self.topics[topics[0]][1]
        bio = ["%s is a %s at %s in %s, %s." % (name, pos.lower(), iname, city, country),
               "The work of the group centres on %s, with links to %s." % (ti[0], " and ".join(ti[1:3])),
               r.choice(["Before joining %s in %d, a doctoral degree on %s was completed at %s.", "Since moving to %s in %d the main line of work has been %s, in partnership with %s."]) % (iname, start + 4, self.title(r, topics[0]).lower(), self.inst[self.pick(r, self.icum)][0]),
               "Recent projects look at %s and %s in %s, often together with partners in %s." % (r.choice(FIELDS[f]), r.choice(FIELDS[f]), r.choice(OBJ), r.choice(COUNTRIES)),
               r.choice(["Open positions: please write with a short statement of interest.", "Office hours are on Tuesday afternoon by appointment.", "Data and code of recent papers are available on request.", "Teaching this term: an introduction to %s." % f])]
        return {"id": i, "host": host, "url": "http://%s/" % host, "name": name, "position": pos, "affiliation": iname, "affiliation_id": inst, "city": city, "country": country,
                "interests": ti, "interest_ids": topics, "email": "%s@univ%d.example" % (re.sub("[^a-z]", "", name.split()[0].lower()) + str(i), inst), "bio": bio, "papers": papers, "style": r.randrange(6), "bib": r.random() < .4}

E = html.escape

def pub_items(p, fmt, limit=None):
    return "\n".join(fmt(q, k) for k, q in enumerate(p["papers"][:limit]))

def page(title, head, body, lang="en"):
    return "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n<title>%s</title>\n%s\n</head>\n%s\n</html>\n" % (lang, E(title), head, body)

CSS = "<style>\n" + "\n".join(".c%d{margin:%dpx;padding:%dpx;color:#%03x;background:#%03x;border:1px solid #%03x}" % (i, i % 9, i % 7, i * 31 % 4096, i * 97 % 4096, i * 53 % 4096) for i in range(60)) + "\n</style>"
JS = "<script>\n" + "\n".join("window.q%d=function(a){return a*%d+document.title.length%%%d;};" % (i, i * 7 + 3, i + 2) for i in range(40)) + "\n</script>"

def render(p):
    """-> {path: text} of one site"""
    n, A, pos, I, P = E(p["name"]), E(p["affiliation"]), E(p["position"]), [E(t) for t in p["interests"]], p["papers"]
    au = lambda q, b="<b>%s</b>": ", ".join((b % E(x)) if x == p["name"] else E(x) for x in q["authors"])
    bio = "\n".join("<p>%s</p>" % E(b) for b in p["bio"])
    mail = p["email"]; s = p["style"]; out = {}
    bl = '<a href="%s">BibTeX file</a>' if p["bib"] else "%.0s"
    if s == 0:    # Hugo-Academic-like
        nav = '<nav id="navbar-main" class="navbar"><ul class="nav">' + "".join('<li class="nav-item"><a class="nav-link" href="/%s">%s</a></li>' % x for x in (("#about", "Home"), ("publication/", "Publications"), ("#contact", "Contact"))) + "</ul></nav>"
        h = '<meta name="generator" content="Site builder 5.2"><meta name="author" content="%s"><meta property="og:title" content="%s"><meta property="og:type" content="website">%s' % (n, n, CSS)
        ld = '<script type="application/ld+json">%s</script>' % json.dumps({"@context": "https://schema.org", "@type": "Person", "name": p["name"], "jobTitle": p["position"], "affiliation": {"@type": "Organization", "name": p["affiliation"]}, "url": p["url"]}).replace("<", "\\u003c")
        out["index.html"] = page("%s" % p["name"], h + ld, '<body id="top">%s<section id="about"><div class="row"><div class="col-lg-4"><div id="profile"><img class="portrait" src="/avatar.jpg" alt="Avatar"><div class="portrait-title"><h2>%s</h2><h3>%s</h3><h3><a href="http://www.univ%d.example/"><span>%s</span></a></h3></div><ul class="network-icon"><li><a href="mailto:%s">mail</a></li></ul></div></div><div class="col-lg-8"><h1>Biography</h1><div class="article-style">%s</div><div class="row"><div class="col-md-5"><h3>Interests</h3><ul class="ul-interests">%s</ul></div></div></div></div></section><section id="recent"><h2>Recent Publications</h2>%s<p><a href="/publication/">See all publications</a></p></section>%s</body>' % (nav, n, pos, p["affiliation_id"], A, mail, bio, "".join("<li>%s</li>" % t for t in I), pub_items(p, lambda q, k: '<div class="pub-list-item"><a href="/publication/#p%d">%s</a><div class="author-list">%s</div><span class="pub-year">%d</span> <em>%s</em></div>' % (k, E(q["title"]), au(q, "<span>%s</span>"), q["year"], E(q["venue"])), 5), JS))
        out["publication/index.html"] = page("Publications | %s" % p["name"], h, '<body>%s<div class="universal-wrapper"><h1>Publications</h1>%s</div><div id="container-publications">%s</div>%s</body>' % (nav, bl % "/publication/pubs.bib", pub_items(p, lambda q, k: '<div class="grid-sizer isotope-item year-%d" id="p%d"><div class="pub-list-item"><i class="far fa-file"></i> <span class="article-metadata">%s</span> (%d). <a href="#p%d">%s</a>. <em>%s</em>.</div></div>' % (q["year"], k, au(q, "<span>%s</span>"), q["year"], k, E(q["title"]), E(q["venue"]))), JS))
        bib = "publication/pubs.bib"
    elif s == 1:  # al-folio-like
        nav = '<header><nav class="navbar navbar-light fixed-top"><a class="navbar-brand" href="/">%s</a><ul class="navbar-nav"><li><a href="/">about</a></li><li><a href="/publications/">publications</a></li></ul></nav></header>' % n
        out["index.html"] = page(p["name"], '<meta name="author" content="%s"><meta name="description" content="%s">%s' % (n, E(p["bio"][0]), CSS), '<body class="fixed-top-nav">%s<div class="container mt-5"><div class="post"><header class="post-header"><h1 class="post-title"><span class="font-weight-bold">%s</span> %s</h1><p class="desc">%s, <a href="http://www.univ%d.example/">%s</a>. %s</p></header><article><div class="profile float-right"><img src="/me.jpg" alt=""><div class="address"><p>%s</p><p>%s, %s</p></div></div><div class="clearfix">%s<p>Research interests: %s.</p></div><div class="publications"><h2>selected publications</h2><ol class="bibliography">%s</ol></div></article></div></div>%s</body>' % (nav, n.split()[0], " ".join(n.split()[1:]), pos, p["affiliation_id"], A, mail.replace("@", " [at] "), A, E(p["city"]), E(p["country"]), bio, ", ".join(I), pub_items(p, lambda q, k: '<li><div class="row"><div class="title">%s</div><div class="author">%s</div><div class="periodical"><em>%s</em>, %d</div></div></li>' % (E(q["title"]), au(q, "<em>%s</em>"), E(q["venue"]), q["year"]), 4), JS))
        ys, body = None, []
        for q in P:
            if q["year"] != ys:
                if ys: body.append("</ol>")
                ys = q["year"]; body.append('<h2 class="year">%d</h2><ol class="bibliography">' % ys)
            body.append('<li><div class="row"><div class="col-sm-8"><div class="title">%s</div><div class="author">%s</div><div class="periodical"><em>In %s</em>, %d</div><div class="links"><a class="abstract btn" role="button">Abs</a></div></div></div></li>' % (E(q["title"]), au(q, "<em>%s</em>"), E(q["venue"]), q["year"]))
        out["publications/index.html"] = page("publications | %s" % p["name"], CSS, '<body>%s<div class="container"><h1>publications</h1><p>in reversed chronological order. %s</p><div class="publications">%s</ol></div></div>%s</body>' % (nav, bl % "/assets/papers.bib", "".join(body), JS))
        bib = "assets/papers.bib"
    elif s == 2:  # academicpages-like
        mh = '<div class="masthead"><nav id="site-nav" class="greedy-nav"><ul class="visible-links"><li class="masthead__menu-item"><a href="/">%s</a></li><li class="masthead__menu-item"><a href="/publications.html">Publications</a></li></ul></nav></div>' % n
        side = '<div class="sidebar sticky"><div itemscope itemtype="http://schema.org/Person"><div class="author__avatar"><img src="/images/profile.png" alt="%s"></div><div class="author__content"><h3 class="author__name" itemprop="name">%s</h3><p class="author__bio">%s</p></div><ul class="author__urls"><li itemprop="worksFor">%s</li><li>%s</li><li><a href="mailto:%s">Email</a></li></ul></div></div>' % (n, n, pos, A, E(p["country"]), mail)
        out["index.html"] = page("About - %s" % p["name"], '<link rel="canonical" href="%s"><meta property="og:site_name" content="%s">%s' % (p["url"], n, CSS), '<body>%s<div id="main" role="main">%s<article class="page"><section class="page__content"><h1>About</h1>%s<h2>Research interests</h2><ul>%s</ul></section></article></div>%s</body>' % (mh, side, bio, "".join("<li>%s</li>" % t for t in I), JS))
        out["publications.html"] = page("Publications - %s" % p["name"], CSS, '<body>%s<div id="main">%s<div class="archive"><h1>Publications</h1>%s%s</div></div>%s</body>' % (mh, side, bl % "/files/all.bib", pub_items(p, lambda q, k: '<div class="list__item"><article class="archive__item"><h2 class="archive__item-title"><a href="#p%d">%s</a></h2><p>Published in <i>%s</i>, %d</p><p>Recommended citation: %s. (%d). &quot;%s.&quot; <i>%s</i>.</p></article></div>' % (k, E(q["title"]), E(q["venue"]), q["year"], au(q, "%s"), q["year"], E(q["title"]), E(q["venue"]))), JS))
        bib = "files/all.bib"
    elif s == 3:  # hand-written table
        out["index.html"] = "<HTML><HEAD><TITLE>%s's Home Page</TITLE></HEAD>\n<BODY BGCOLOR=#FFFFFF>\n<TABLE WIDTH=100%%><TR><TD VALIGN=top><IMG SRC=me.gif></TD><TD><H1>%s</H1>\n<FONT SIZE=+1>%s</FONT><BR>\n<A HREF=http://www.univ%d.example/>%s</A><BR>%s, %s<BR>Email: %s</TD></TR></TABLE>\n<HR>\n%s\n<H3>Interests</H3>\n%s\n<P>\n<A HREF=pubs.html>List of publications</A> %s\n</BODY></HTML>\n" % (n, n, pos, p["affiliation_id"], A, E(p["city"]), E(p["country"]), mail.replace("@", " at "), "<P>".join(E(b) for b in p["bio"]), "<BR>\n".join(I), bl % "pubs.bib")
        out["pubs.html"] = "<HTML><HEAD><TITLE>Publications</TITLE></HEAD><BODY><H2>Publications of %s</H2>\n<TABLE BORDER=1>\n%s\n</TABLE>\n<A HREF=index.html>Back</A></BODY></HTML>\n" % (n, pub_items(p, lambda q, k: "<TR><TD>%d<TD>%s<TD><I>%s</I><TD>%s</TR>" % (q["year"], au(q, "%s"), E(q["title"]), E(q["venue"]))))
        bib = "pubs.bib"
    elif s == 4:  # bootstrap one-page
        out["index.html"] = page("%s | %s" % (p["name"], p["affiliation"]), '<meta name="viewport" content="width=device-width">%s' % CSS, '<body data-spy="scroll"><nav class="navbar navbar-expand-lg"><a class="navbar-brand" href="#page-top">%s</a><a class="nav-link" href="#about">About</a><a class="nav-link" href="#research">Research</a><a class="nav-link" href="#publications">Publications</a><a class="nav-link" href="/list.html">Full list</a></nav><div class="container-fluid"><section class="resume-section" id="about"><div class="my-auto"><h1 class="mb-0">%s</h1><div class="subheading mb-5">%s &middot; %s &middot; <a href="mailto:%s">%s</a></div>%s</div></section><section id="research"><h2>Research</h2><ul class="fa-ul">%s</ul></section><section id="publications"><h2>Publications</h2>%s</section></div>%s</body>' % (n, n, pos, A, mail, mail, bio, "".join('<li class="badge">%s</li>' % t for t in I), pub_items(p, lambda q, k: '<div class="resume-item d-flex"><div class="resume-content"><h3 class="mb-0">%s</h3><div class="subheading">%s</div></div><div class="resume-date"><span class="text-primary">%d</span></div></div>' % (E(q["title"]), au(q, "%s"), q["year"]), 6), JS))
        out["list.html"] = page("Publications of %s" % p["name"], CSS, '<body><a href="/">Back to home</a><h1>All publications</h1>%s<ul class="list-group">%s</ul>%s</body>' % (bl % "/cv/refs.bib", pub_items(p, lambda q, k: '<li class="list-group-item">%s, &ldquo;%s,&rdquo; <em>%s</em>, %d.</li>' % (au(q, "%s"), E(q["title"]), E(q["venue"]), q["year"])), JS))
        bib = "cv/refs.bib"
    else:         # plain
        out["index.html"] = "<html><head><title>%s</title></head><body><h1>%s</h1><p>%s, %s, %s</p>%s<p>I work on %s.</p><p><a href=\"papers/\">Papers</a> - <a href=\"mailto:%s\">mail</a></p></body></html>\n" % (n, n, pos, A, E(p["country"]), bio, "; ".join(I), mail)
        out["papers/index.html"] = "<html><head><title>Papers</title></head><body><h1>Papers</h1><a href=\"../\">%s</a> %s<ol>%s</ol></body></html>\n" % (n, bl % "all.bib", pub_items(p, lambda q, k: "<li>%s. %s. %s, %d.</li>" % (au(q, "%s"), E(q["title"]), E(q["venue"]), q["year"])))
        bib = "papers/all.bib"
    if p["bib"]:
        out[bib] = "".join("@article{%s%d%s,\n  author = {%s},\n  title = {%s},\n  journal = {%s},\n  year = {%d}\n}\n\n" % (re.sub("[^a-z]", "", q["authors"][0].split()[-1].lower()), q["year"], "abcdefghijklmnopqrstuvwxyz"[k % 26], " and ".join(q["authors"]), q["title"], q["venue"], q["year"]) for k, q in enumerate(P))
    k = p["id"] % 10
    out["robots.txt"] = "User-agent: *\nDisallow:\n" if k < 6 else "User-agent: *\nDisallow: /private/\nDisallow: /cgi-bin/\n" if k < 9 else "User-agent: BadBot\nDisallow: /\n\nUser-agent: *\nAllow: /\nDisallow: /tmp\n"
    return out

WORLD = None


def begin(seed):
    global WORLD
    WORLD = World(seed)


def write_site(folder, number):
    """The addresses of one site, which is written below folder/sites."""
    person = WORLD.person(number)
    urls = []
    for path, text in render(person).items():
        file = pathlib.Path(folder, "sites", person["host"], path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        if path != "robots.txt":
            urls.append(person["url"] + re.sub("index.html$", "", path))
    return urls


def make(sites, folder, seed=1):
    os.makedirs(folder, exist_ok=True)
    with multiprocessing.Pool(2, begin, (seed,)) as pool:
        urls = [url for of_site in pool.starmap(write_site, [(folder, number) for number in range(sites)], 50) for url in of_site]
    pathlib.Path(folder, "urls.txt").write_text("".join(url + "\n" for url in urls))
    pathlib.Path(folder, "seeds.txt").write_text("".join(url + "\n" for url in urls if url.count("/") == 3 and url.endswith("/")))
    return len(urls)


if __name__ == "__main__":
    print(make(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 1), "pages")
